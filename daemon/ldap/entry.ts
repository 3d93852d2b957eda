import type { Entry } from 'ldapts';
import type { DirectoryUser, LdapSettings } from './types.ts';

/** Attributes that identify an entry however it is renamed or moved. */
export const idAttributes = { uuid: 'entryUUID', guid: 'objectGUID' } as const;

type Attributes = Pick<
  LdapSettings,
  'usernameAttribute' | 'emailAttribute' | 'displayNameAttribute' | 'groupAttribute'
>;

/** Lists the attributes to ask for: operational ones are only returned by name. */
export function attributesOf(settings: Attributes): string[] {
  const { usernameAttribute, emailAttribute, displayNameAttribute, groupAttribute } = settings;
  const named = [usernameAttribute, emailAttribute, displayNameAttribute, groupAttribute];
  return [...Object.values(idAttributes), ...named.filter((name) => name !== '')];
}

/** Reads the entry of a person; `groups` are the DNs of further groups. */
export function readEntry(entry: Entry, settings: Attributes, groups: readonly string[]): DirectoryUser {
  const first = (name: string) => valuesOf(entry, name)[0] ?? null;
  const groupDns = [...valuesOf(entry, settings.groupAttribute), ...groups];
  return {
    dn: entry.dn,
    id: first(idAttributes.uuid) ?? first(idAttributes.guid) ?? `dn:${entry.dn.toLowerCase()}`,
    username: first(settings.usernameAttribute),
    email: first(settings.emailAttribute),
    emails: valuesOf(entry, settings.emailAttribute),
    displayName: first(settings.displayNameAttribute),
    groupDns,
    groups: groupDns.flatMap((dn) => [dn, nameOf(dn)]),
  };
}

/** Attribute names are compared without regard to case (RFC 4512, section 2.5). Bytes become hexadecimal digits. */
function valuesOf(entry: Entry, name: string): string[] {
  const key = Object.keys(entry).find(
    (known) => known !== 'dn' && known.toLowerCase() === name.toLowerCase(),
  );
  const values = key === undefined ? [] : [entry[key] ?? []].flat();
  return values
    .map((value) => (typeof value === 'string' ? value : value.toString('hex')))
    .filter((value) => value !== '');
}

/** Returns the value of the first part of a DN: `staff` for `cn=staff,ou=groups,dc=example`. */
function nameOf(dn: string): string {
  const [, value = dn] = /^[^=]+=((?:\\.|[^,+\\])*)/.exec(dn) ?? [];
  return value.replaceAll(/\\([ "#+,;<=>\\])/g, '$1');
}
