import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Streams } from '../../../cli/context.ts';
import { examples } from '../../../cli/examples.ts';
import { runCommandLine } from '../../../cli/run.ts';
import { readCalls, type ShellCall } from '../../../cli/testing/shell-line.ts';
import { testStreams } from '../../../cli/testing/streams.ts';
import { startApp, type TestApp } from '../../../daemon/testing/start-app.ts';
import { files, needs, notRun, prepared, type State } from './example-table.ts';

/** Every example runs as it is written, in this process, against one server. */
let app: TestApp;
let folder: string;
let env: NodeJS.ProcessEnv;
const before = { directory: process.cwd(), dataDir: process.env['FILESHARE_DATA_DIR'] };
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-examples-'));
  // The connections of a command usually end with its process.
  const limits = { connections: 10_000, connectionsPerClient: 10_000 };
  app = await startApp({ env: { FILESHARE_ADDRESS_LIMIT_FACTOR: '1000' }, limits });
  process.chdir(folder);
  // Commands on the server's machine read the environment of the process.
  process.env['FILESHARE_DATA_DIR'] = app.dataDir;
  env = {
    HOME: folder,
    CI: 'true',
    LANG: 'C',
    FILESHARE_PROFILE_DIR: path.join(folder, 'config'),
    FILESHARE_STATE_DIR: path.join(folder, 'state'),
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(name), { recursive: true });
    await writeFile(name, content);
  }
  const made = ['key', 'create', 'example', '--scope', 'shares:read,shares:write,reverse-shares,admin'];
  await signIn();
  key = (await run(made, { stdin: `${app.admin.password}\n`, more: ['--password-stdin'] })).stdout.trim();
});
afterAll(async () => {
  process.chdir(before.directory);
  if (before.dataDir === undefined) delete process.env['FILESHARE_DATA_DIR'];
  else process.env['FILESHARE_DATA_DIR'] = before.dataDir;
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface RunOptions {
  stdin?: string;
  /** What a person answers; null: nobody is there. */
  answers?: readonly string[] | null;
  more?: readonly string[];
}

async function run(words: readonly string[], { stdin = '', answers = null, more = [] }: RunOptions = {}) {
  const argv = [...words, ...more].map(replace);
  const { streams, stdout, said } = answers ? terminal(answers) : pipes(stdin);
  // It does not end by itself.
  const ends = words[0] === 'watch' ? AbortSignal.timeout(300) : new AbortController().signal;
  const exitCode = await runCommandLine({
    version: '1.2.3',
    argv,
    env,
    streams,
    watchSignals: () => ends,
    loadHost: async () => (await import('../../../daemon/host.ts')).host,
  });
  return { exitCode, stdout: stdout(), said: said() };
}

/** Streams that look like a terminal whose person answers every question, in this order. */
function interactiveStreams(answers: readonly string[]): { streams: Streams; screen(): string } {
  const waiting = [...answers];
  let screen = '';
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const answerNext = (text: string) => {
    if (!/[?:\]] $/.test(text)) return;
    const answer = waiting.shift();
    // After the question has been written.
    if (answer !== undefined) setImmediate(() => stdin.write(`${answer}\r`));
  };
  const output = () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        screen += chunk.toString();
        answerNext(chunk.toString());
        done();
      },
    });
    return Object.assign(stream, { isTTY: true });
  };
  // What the types promise beyond is absent here too.
  const streams = { stdin, stdout: output(), stderr: output() } as unknown as Streams;
  return { streams, screen: () => screen };
}

function terminal(answers: readonly string[]) {
  const { streams, screen } = interactiveStreams(answers);
  return { streams, stdout: screen, said: screen };
}

function pipes(stdin: string) {
  const { streams, stdout, stderr } = testStreams(stdin);
  return { streams, stdout, said: () => stdout() + stderr() };
}

/** What examples name, by what is prepared for it. */
function replace(word: string): string {
  const rows: readonly [RegExp, string][] = [
    [/^(https:\/\/)?files\.example\.org/, app.url],
    [/\b(AbCdEf|GhIjKl|holiday-2030|backups)$/, `$1-${round}`],
    [/^more\/\*\.jpg$/, 'more/three.jpg'],
    [/^files$/, '127.0.0.1'],
    [/^(\/srv\/fileshare)$/, app.dataDir],
    [/^\/(srv|backup|root)\//, `${folder}/$1/`],
    [/^~/, folder],
  ];
  if (word.startsWith(folder) || word.startsWith(app.dataDir)) return word;
  return rows.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);
}

const signIn = () =>
  run(['login', app.url, '--identifier', app.admin.username, '--password-stdin'], {
    stdin: `${app.admin.password}\n`,
  });

/** What is as it was prepared. */
const ready = new Set<State>();
/** The ID of a deleted share is never used again, so that the next share of this name has another. */
let round = 0;

/** Restores what earlier examples have changed. What is already there refuses to be made again. */
async function prepare(name: string, states: readonly State[]): Promise<void> {
  if (name === 'share create') renameShares();
  for (const state of states) {
    if (ready.has(state)) continue;
    ready.add(state);
    for (const line of prepared[state]) {
      for (const { words } of readCalls(line)) await run(words, { stdin: `${app.admin.password}\n` });
    }
  }
}

async function restore(name: string): Promise<void> {
  if (/^(login|logout|profile)/.test(name)) await signIn();
  if (/delete|remove|revoke|update|config|close/.test(name)) ready.clear();
  if (/shares? delete|share create/.test(name)) renameShares();
}

function renameShares(): void {
  round += 1;
  ready.clear();
}

async function stdinOf({ input, isPiped }: ShellCall): Promise<string> {
  if (isPiped) return 'create table goods ();\n';
  if (input === null) return '';
  return input === 'key.txt' ? key : readFile(input, 'utf8');
}

const rows = Object.entries(examples).flatMap(([name, lines]) => lines.map((line) => ({ name, line })));
const isRun = ({ name, line }: { name: string; line: string }) => !(name in notRun) && !(line in notRun);

it('names only examples that exist as those that are not run', () => {
  const known = rows.flatMap(({ name, line }) => [name, line]);
  expect(Object.keys(notRun).filter((entry) => !known.includes(entry))).toEqual([]);
});

describe('the examples', () => {
  it.each(rows.filter(isRun))('$line', async ({ name, line }) => {
    const { states = [], answers = null } = needs[line] ?? needs[name] ?? {};
    await prepare(name, states);
    for (const call of readCalls(line)) {
      const isAsked = answers !== null && call.input === null && !call.words.includes('--yes');
      const written = answers?.map((answer) => (answer === 'PASSWORD' ? app.admin.password : answer));
      const options = isAsked && written ? { answers: written } : { stdin: await stdinOf(call) };
      const { exitCode, said } = await run(call.words, options);
      expect(exitCode, said).toBe(0);
    }
    await restore(name);
  });
});
