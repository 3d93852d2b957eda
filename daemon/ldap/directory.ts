import { randomUUID } from 'node:crypto';
import type { Client, Entry } from 'ldapts';
import { type Library, withConnection } from './connection.ts';
import { attributesOf, idAttributes, readEntry } from './entry.ts';
import { DirectoryError, type DirectoryUser, type LdapSettings } from './types.ts';

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
    await bindToSearch(client, settings);
    const filter = fillIn(library, settings.userFilter, { username });
    const entry = await findOne(client, library, { settings, filter });
    const dn = entry?.dn ?? `cn=${randomUUID()},${settings.searchBase}`;
    const isRight = await isPasswordOf(client, library, { dn, password });
    if (!entry || !isRight) return null;
    return readEntry(entry, settings, await findGroups(client, library, { settings, dn, username }));
  });
}

/**
 * Checks that the directory accepts the account that searches, and has the place that is searched.
 *
 * @throws DirectoryError
 */
export async function checkDirectory(settings: LdapSettings): Promise<void> {
  await reach(settings, async (client) => {
    await bindToSearch(client, settings);
    await client.search(settings.searchBase, { scope: 'base', attributes: ['1.1'] });
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new DirectoryError(reason, { cause: error });
  }
}

async function bindToSearch(client: Client, { bindDn, bindPassword }: LdapSettings): Promise<void> {
  if (bindDn !== '') await client.bind(bindDn, bindPassword);
}

/** Null also when there are several: nobody can tell whose password it is. */
async function findOne(
  client: Client,
  { SizeLimitExceededError }: Library,
  { settings, filter }: { settings: LdapSettings; filter: string },
): Promise<Entry | null> {
  try {
    const { searchEntries } = await client.search(settings.searchBase, {
      filter,
      sizeLimit: 2,
      attributes: attributesOf(settings),
      explicitBufferAttributes: [idAttributes.guid],
    });
    return searchEntries.length === 1 ? (searchEntries[0] ?? null) : null;
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return null;
    throw error;
  }
}

/** An entry may be locked, or have no password: the directory says so in many ways, and each is a refusal. */
async function isPasswordOf(
  client: Client,
  { ResultCodeError, BusyError, UnavailableError }: Library,
  { dn, password }: { dn: string; password: string },
): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    const isAnswer = error instanceof ResultCodeError;
    if (!isAnswer || error instanceof BusyError || error instanceof UnavailableError) throw error;
    return false;
  }
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
  if (settings.bindDn !== '') await bindToSearch(client, settings);
  const filter = fillIn(library, settings.groupFilter, { dn, username });
  const { searchEntries } = await client.search(settings.searchBase, { filter, attributes: ['1.1'] });
  return searchEntries.map((group) => group.dn);
}

/** RFC 4515, section 3: what is filled in cannot change the filter. */
function fillIn({ Filter }: Library, filter: string, values: Readonly<Record<string, string>>): string {
  return filter.replaceAll(/\{(\w+)\}/g, (_, name: string) => Filter.escape(values[name] ?? ''));
}
