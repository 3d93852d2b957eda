import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';
import { readFileIfThere } from '../io/private-files.ts';
import { keyIdOf } from '../server/connect.ts';

/** A saved server and what it is called: its address without the scheme. */
export interface Profile {
  name: string;
  server: string;
}

/** How a program is signed in, as far as this machine knows; null: not at all. */
export type SignedIn = { kind: 'session' } | { kind: 'accessToken' } | { kind: 'apiKey'; id: string } | null;

export async function listProfiles({ profiles }: Pick<Context, 'profiles'>): Promise<Profile[]> {
  const servers = await profiles.list();
  const hostOf = (server: string) => new URL(server).host;
  // With and without TLS, one host is two servers.
  const isUnique = (host: string) => servers.filter((server) => hostOf(server) === host).length === 1;
  return servers.map((server) => ({ name: isUnique(hostOf(server)) ? hostOf(server) : server, server }));
}

/**
 * Finds the profile with exactly this name or address, or the only one whose name begins so.
 *
 * @throws CliError `notFound` or, when several begin so, `usage`; both list the profiles
 */
export async function findProfile(context: Pick<Context, 'profiles'>, reference: string): Promise<Profile> {
  const profiles = await listProfiles(context);
  const wanted = reference.toLowerCase().replace(/\/$/, '');
  const exact = profiles.find(({ name, server }) => name === wanted || server === wanted);
  const found = exact ? [exact] : profiles.filter(({ name }) => name.startsWith(wanted));
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const names = (only ? found : profiles).map(({ name }) => name);
  throw new CliError({
    exit: only ? 'usage' : 'notFound',
    key: only ? 'cli.errors.profile_ambiguous' : 'cli.errors.profile_not_found',
    params: { name: reference },
    hint:
      names.length === 0
        ? { key: 'cli.hints.profiles_none' }
        : { key: 'cli.hints.profiles_known', params: { names: names.join(', ') } },
    details: { profiles: names },
  });
}

export interface SavedAccount {
  /** null: not known on this machine */
  username: string | null;
  signedInBy: SignedIn;
}

/** The account that is saved for a server. */
export async function readSavedAccount({ profiles }: Context, server: string): Promise<SavedAccount> {
  const saved = await profiles.find(server);
  const username = saved?.username ?? null;
  if (saved?.token) return { username, signedInBy: describeToken(saved.token) };
  const session = await readFileIfThere(profiles.sessionFile(server));
  return { username, signedInBy: session === null ? null : { kind: 'session' } };
}

/** What may be shown of a token: the id of an API key, and nothing of its secret. */
export function describeToken(token: string): SignedIn {
  const id = keyIdOf(token);
  return id === null ? { kind: 'accessToken' } : { kind: 'apiKey', id };
}

export function signInText({ translator: { t } }: Context, signedIn: SignedIn): string {
  if (signedIn === null) return t('cli.profile.not_signed_in');
  if (signedIn.kind === 'apiKey') return t('cli.whoami.by_key', { id: signedIn.id });
  return t(signedIn.kind === 'session' ? 'cli.whoami.by_session' : 'cli.whoami.by_token');
}
