import path from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod/mini';
import { clientVariables } from '#sdk/contract/environment.js';
import type { LoadHost } from '#sdk/contract/host.js';
import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { matchLocale } from '#sdk/i18n/match.js';
import { createTranslator, type Translator } from '#sdk/i18n/translate.js';
import type { createClient } from '#sdk/index.js';
import { createOutput, type Output } from './io/output.ts';
import { createTerminal, type Terminal } from './io/terminal.ts';
import type { LocalInstance } from './options/local.ts';
import { createProfileStore, type ProfileStore } from './server/profiles.ts';

export type Client = ReturnType<typeof createClient>;

/** The streams of the process, or those of a test. */
export interface Streams {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

/** Everything a command works with. */
export interface Context {
  /** Version of this program. */
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  /** The words after `fileshare`, to name the command again in a hint. */
  readonly argv: readonly string[];
  readonly options: GlobalOptions;
  readonly translator: Translator;
  readonly streams: Streams;
  readonly output: Output;
  readonly terminal: Terminal;
  readonly folders: Folders;
  readonly profiles: ProfileStore;
  /** Aborted by Ctrl-C and termination. */
  readonly signal: AbortSignal;
  readonly loadHost: LoadHost;
  /** The instance on this machine, if the command works on it; otherwise null. */
  readonly local: LocalInstance | null;
  /** The SDK's client; replaced in tests. */
  readonly createClient: ClientFactory;
}

export type ClientFactory = (options: ClientSettings) => Promise<Client>;

export interface ClientSettings {
  server: string;
  /** File of the session. */
  sessionFile?: string;
  /** Used instead of the session. */
  token?: string;
}

export interface ContextInit {
  /** Version of this program. */
  version: string;
  env: NodeJS.ProcessEnv;
  argv: readonly string[];
  options: GlobalOptions;
  translator: Translator;
  streams: Streams;
  signal: AbortSignal;
  loadHost: LoadHost;
  local: LocalInstance | null;
}

export function createContext(init: ContextInit): Context {
  const { env, options, streams, version } = init;
  const folders = findFolders(env);
  return {
    ...init,
    output: createOutput(streams, options.quiet),
    terminal: createTerminal(streams),
    folders,
    profiles: createProfileStore(folders.config),
    createClient: (settings) => createSdkClient(settings, `fileshare/${version} (${process.platform})`),
  };
}

/** Creates a translator for the language of the terminal, read from the usual variables. */
export function createCliTranslator(env: NodeJS.ProcessEnv): Translator {
  const wish = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  // `de_AT.UTF-8@euro` is the tag `de-AT`.
  const locale = matchLocale([wish.replace(/[.@].*$/, '').replace('_', '-')]);
  return createTranslator(locale, readCatalogues(locale));
}

async function createSdkClient(
  { server, sessionFile, token }: ClientSettings,
  userAgent: string,
): Promise<Client> {
  const sdk = await import('#sdk/index.js');
  return sdk.createClient({
    baseUrl: server,
    userAgent,
    ...(token ? { token } : {}),
    ...(sessionFile && !token ? { sessionStore: sdk.fileSessionStore(sessionFile) } : {}),
  });
}

/** Whether somebody has signed in to a server on this machine. */
export async function hasSignedIn(env: NodeJS.ProcessEnv): Promise<boolean> {
  return (await createProfileStore(findFolders(env).config).current()) !== null;
}

interface Folders {
  /** Saved servers and sessions. */
  config: string;
  /** Journals of unfinished uploads. */
  state: string;
}

/** Finds the folders for the command's own files, following the conventions of the system. */
function findFolders(env: NodeJS.ProcessEnv): Folders {
  const system = envPaths('fileshare', { suffix: '' });
  return {
    config: env[clientVariables.profileDir] || system.config,
    // On Linux env-paths calls $XDG_STATE_HOME "log".
    state:
      env[clientVariables.stateDir] ||
      (process.platform === 'linux' ? system.log : path.join(system.data, 'state')),
  };
}

/** Options that every command takes. */
export const GlobalOptions = z.strictObject({
  server: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  json: z._default(z.boolean(), false),
  quiet: z._default(z.boolean(), false).check(z.meta({ short: 'q' })),
  progress: z._default(z.enum(['auto', 'bar', 'plain', 'json', 'none']), 'auto'),
});
export type GlobalOptions = z.output<typeof GlobalOptions>;
