import { randomUUID } from 'node:crypto';
import type { Client, Entry } from 'ldapts';
import { certificateProblemOf } from '#sdk/contract/formats/certificate-problems.js';
import { type Library, withConnection } from './connection.ts';
import { attributesOf, idAttributes, readEntry } from './entry.ts';
import { DirectoryError, type DirectoryProblem, type DirectoryUser, type LdapSettings } from './types.ts';

/**
 * Searches for a person and checks the password with a bind as their entry (RFC 4513, section 5.1.3). Null: there is no
 * such person, more than one, or the password is wrong; all of these cost the directory the same requests.
 *
 * @throws DirectoryError
 */
export async function authenticate(
  settings: LdapSettings,
  { username, password }: { username: string; password: string },
): Promise<DirectoryUser | null> {
  // A bind with an empty password succeeds without any check (RFC 4513, section 5.1.2).
  if (password === '') return null;
  return reach(settings, async (client, library) => {
    await bindToSearch(client, library, settings);
    const [entry, ...others] = await findPeople(client, library, { settings, username });
    const only = others.length === 0 ? entry : undefined;
    const dn = only?.dn ?? `cn=${randomUUID()},${settings.searchBase}`;
    const isRight = await isPasswordOf(client, library, { dn, password });
    if (!only || !isRight) return null;
    return readEntry(only, settings, await findGroups(client, library, { settings, dn, username }));
  });
}

/**
 * Looks up a person like a sign-in does, without a password. `nobody` and `several`: they could not sign in.
 *
 * @throws DirectoryError
 */
export async function lookUp(
  settings: LdapSettings,
  username: string,
): Promise<DirectoryUser | 'nobody' | 'several'> {
  return reach(settings, async (client, library) => {
    await requireBase(client, library, settings);
    const [entry, ...others] = await findPeople(client, library, { settings, username });
    if (!entry) return 'nobody';
    if (others.length > 0) return 'several';
    const { dn } = entry;
    return readEntry(entry, settings, await findGroups(client, library, { settings, dn, username }));
  });
}

/**
 * Checks that the directory accepts the account that searches, has the place that is searched, and understands the
 * filter for people.
 *
 * @throws DirectoryError
 */
export async function checkDirectory(settings: LdapSettings): Promise<void> {
  await reach(settings, async (client, library) => {
    await requireBase(client, library, settings);
    await findPeople(client, library, { settings, username: randomUUID() });
  });
}

async function reach<T>(
  settings: LdapSettings,
  work: (client: Client, library: Library) => Promise<T>,
): Promise<T> {
  // Loaded with the first sign-in: many instances use no directory.
  const library = await import('ldapts');
  try {
    return await withConnection(library, settings, (client) => work(client, library));
  } catch (error) {
    throw error instanceof DirectoryError ? error : new DirectoryError(problemOf(error, library), error);
  }
}

function problemOf(error: unknown, { ResultCodeError }: Library): DirectoryProblem {
  if (!(error instanceof Error)) return 'unreachable';
  if (error instanceof ResultCodeError) return 'refused';
  if (certificateProblemOf(error)) return 'untrusted';
  // Errors of OpenSSL have it: https://nodejs.org/api/errors.html#openssl-errors
  return 'library' in error ? 'unencrypted' : 'unreachable';
}

async function bindToSearch(
  client: Client,
  library: Library,
  { bindDn, bindPassword }: LdapSettings,
): Promise<void> {
  if (bindDn === '') return;
  try {
    await client.bind(bindDn, bindPassword);
  } catch (error) {
    throw isRefusal(error, library) ? new DirectoryError('bindRefused', error) : error;
  }
}

async function requireBase(client: Client, library: Library, settings: LdapSettings): Promise<void> {
  await bindToSearch(client, library, settings);
  try {
    await client.search(settings.searchBase, { scope: 'base', attributes: ['1.1'] });
  } catch (error) {
    const { NoSuchObjectError, InvalidDNSyntaxError } = library;
    const isMissing = error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError;
    throw isMissing ? new DirectoryError('baseMissing', error) : error;
  }
}

/** Two are enough to know that nobody can tell whose password it is. */
async function findPeople(
  client: Client,
  library: Library,
  { settings, username }: { settings: LdapSettings; username: string },
): Promise<Entry[]> {
  const { searchEntries } = await client.search(settings.searchBase, {
    filter: fillIn(library, settings.userFilter, { username }),
    sizeLimit: 2,
    attributes: attributesOf(settings),
    explicitBufferAttributes: [idAttributes.guid],
  });
  return searchEntries;
}

/** An entry may be locked, or have no password: the directory says so in many ways, and each is a refusal. */
async function isPasswordOf(
  client: Client,
  library: Library,
  { dn, password }: { dn: string; password: string },
): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (!isRefusal(error, library)) throw error;
    return false;
  }
}

/** Whether the directory has refused a bind: a busy one has not decided. */
function isRefusal(error: unknown, { ResultCodeError, BusyError, UnavailableError }: Library): boolean {
  const isAnswer = error instanceof ResultCodeError;
  return isAnswer && !(error instanceof BusyError) && !(error instanceof UnavailableError);
}

interface GroupSearch {
  settings: LdapSettings;
  dn: string;
  username: string;
}

/** Searches with the rights of the account that searches: people often cannot read groups. */
async function findGroups(
  client: Client,
  library: Library,
  { settings, dn, username }: GroupSearch,
): Promise<string[]> {
  if (settings.groupFilter === '') return [];
  await bindToSearch(client, library, settings);
  const filter = fillIn(library, settings.groupFilter, { dn, username });
  const { searchEntries } = await client.search(settings.searchBase, { filter, attributes: ['1.1'] });
  return searchEntries.map((group) => group.dn);
}

/** RFC 4515, section 3: what is filled in cannot change the filter. */
function fillIn({ Filter }: Library, filter: string, values: Readonly<Record<string, string>>): string {
  return filter.replaceAll(/\{(\w+)\}/g, (_, name: string) => Filter.escape(values[name] ?? ''));
}
