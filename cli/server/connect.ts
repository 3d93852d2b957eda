import { clientVariables } from '#sdk/contract/environment.js';
import type { Client, Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import type { LocalInstance } from '../options/local.ts';

export interface Connection {
  server: string;
  client: Client;
  /** The account, as far as it is known on this machine: `''` when nobody is signed in, `token` with a token. */
  account: string;
  /** An API key or access token that is used instead of a session, and where it comes from. */
  token: GivenToken | null;
}

interface GivenToken {
  value: string;
  origin: 'environment' | 'profile';
}

/** Where a value comes from. The first that gives one takes precedence. */
export type Origin = 'flag' | 'environment' | 'profile' | 'default';

interface ChosenServer {
  server: string;
  origin: Exclude<Origin, 'default'>;
}

/** Finds the server of a command: `--server`, `FILESHARE_URL`, or the one signed in to last; none with `--local`. */
export async function chooseServer({ local, options, env, profiles }: Context): Promise<ChosenServer | null> {
  if (local) return null;
  if (options.server) return { server: readServerUrl(options.server), origin: 'flag' };
  const variable = env[clientVariables.url];
  if (variable) return { server: readServerUrl(variable), origin: 'environment' };
  const current = await profiles.current();
  return current ? { server: readServerUrl(current), origin: 'profile' } : null;
}

/** The same without its origin. */
export async function findServer(context: Context): Promise<string | null> {
  return (await chooseServer(context))?.server ?? null;
}

/**
 * Creates a client for the server of the command, or for another one named in a link.
 *
 * @throws CliError `usage` when no server is known
 */
export async function connect(context: Context, linkServer: string | null = null): Promise<Connection> {
  if (context.local) return connectLocally(context, context.local);
  const chosen = await findServer(context);
  const server = linkServer ?? chosen;
  if (!server) throw noServer();
  const saved = await context.profiles.find(server);
  // A token belongs to the chosen server: a link to another one must not carry it there.
  const fromEnvironment = server === chosen ? context.env[clientVariables.token] : undefined;
  const token = toGivenToken(fromEnvironment, 'environment') ?? toGivenToken(saved?.token, 'profile');
  const client = await context.createClient({
    server,
    sessionFile: context.profiles.sessionFile(server),
    ...(token ? { token: token.value } : {}),
  });
  return { server, client, account: token ? 'token' : (saved?.username ?? ''), token };
}

export function noServer(): CliError {
  return new CliError({ exit: 'usage', key: 'cli.errors.no_server', hint: { key: 'cli.hints.no_server' } });
}

async function connectLocally(context: Context, local: LocalInstance): Promise<Connection> {
  const { url, token } = await local.open();
  const client = await context.createClient({ server: url, token });
  return { server: url, client, account: 'host', token: null };
}

function toGivenToken(value: string | undefined, origin: GivenToken['origin']): GivenToken | null {
  return value ? { value, origin } : null;
}

const keyPattern = /^fsk_([0-9a-f]{32})_[\w-]{16,}$/;
const accessTokenPattern = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** True for text that has the form of an API key or access token; only the server knows whether it is one. */
export function looksLikeToken(text: string): boolean {
  return keyPattern.test(text) || accessTokenPattern.test(text);
}

/** The id inside an API key, which is not secret; null for any other text. */
export function keyIdOf(token: string): string | null {
  return keyPattern.exec(token)?.[1] ?? null;
}

/**
 * Returns the address of a server as it is stored and compared: scheme and host only. Without a scheme, it is https, or
 * http for this machine.
 */
export function readServerUrl(text: string): string {
  const withScheme = /^https?:\/\//i.test(text) ? text : `${isOwnMachine(text) ? 'http' : 'https'}://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (!url || url.username || url.password) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.server_invalid', params: { server: text } });
  }
  return url.origin;
}

function isOwnMachine(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:|\/|$)/i.test(host);
}
