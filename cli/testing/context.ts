import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Host } from '#sdk/contract/host.js';
import type { Client, ClientSettings, Context } from '../context.ts';
import { createCliTranslator, createContext, GlobalOptions } from '../context.ts';
import { type TestStreams, testStreams } from './streams.ts';

interface TestContextInit {
  /** The methods of the client that the command calls. */
  client?: object;
  /** The methods of the host that the command calls. */
  host?: object;
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  options?: Partial<GlobalOptions>;
  /** What a person types, one after the other; without them nobody is there. */
  answers?: string[];
  signal?: AbortSignal;
}

export interface TestContext extends TestStreams {
  context: Context;
  /** With which settings clients were made. */
  clients: ClientSettings[];
  /** What the person was asked. */
  questions: string[];
}

/** A context with folders of its own, collected output and a client in place of a server. */
export function testContext(init: TestContextInit = {}): TestContext {
  const folder = mkdtempSync(path.join(tmpdir(), 'fileshare-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const collected = testStreams(init.stdin);
  const clients: ClientSettings[] = [];
  const questions: string[] = [];
  const answers = [...(init.answers ?? [])];
  const answer = async (question: string) => {
    questions.push(question);
    return answers.shift() ?? '';
  };
  const base = createContext({
    env: {
      FILESHARE_PROFILE_DIR: path.join(folder, 'config'),
      FILESHARE_STATE_DIR: path.join(folder, 'state'),
      ...init.env,
    },
    version: '0.0.0',
    argv: [],
    options: GlobalOptions.parse({ server: 'https://files.example.org', ...init.options }),
    translator: createCliTranslator({}),
    streams: collected.streams,
    signal: init.signal ?? new AbortController().signal,
    loadHost: async () => init.host as Host,
    local: null,
  });
  const context: Context = {
    ...base,
    terminal: { isInteractive: init.answers !== undefined, ask: answer, askSecret: answer },
    createClient: async (settings) => {
      clients.push(settings);
      return init.client as Client;
    },
  };
  return { ...collected, context, clients, questions };
}
