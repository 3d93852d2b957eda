import { findConfigProblem } from '#sdk/contract/config/problems.js';
import {
  type ConfigKey,
  type ConfigRow,
  configEnvName,
  configKeys,
  configRegistry,
  isPicture,
} from '#sdk/contract/config.js';
import { suggest } from '../../env/readers.ts';

/**
 * Returns the variables that the environment sets, as text; nobody can change them while the program runs. Each
 * `FILESHARE_CONFIG_…` that is not a variable, or has an invalid value, is added to `problems`.
 */
export function readLockedValues(
  variables: ReadonlyMap<string, string>,
  locales: readonly string[],
  problems: string[],
): ReadonlyMap<ConfigKey, string> {
  const keys = new Map(
    configKeys.filter((key) => !isPicture(configRegistry[key])).map((key) => [configEnvName(key), key]),
  );
  const locked = new Map<ConfigKey, string>();
  for (const [name, text] of variables) {
    const key = keys.get(name);
    if (!key) {
      problems.push(
        `${name} is not a configuration variable of this version${suggest(name, [...keys.keys()])}.`,
      );
    }
    // Empty means not set, as for every other environment variable.
    else if (text !== '' && findConfigProblem(key, text, locales)) {
      problems.push(`${name} must be ${describe(configRegistry[key], locales)}.`);
    } else if (text !== '') locked.set(key, text);
  }
  return locked;
}

function describe(row: ConfigRow, locales: readonly string[]): string {
  if (row.type === 'boolean') return 'true or false';
  if (row.type === 'number') return `a whole number from ${row.min} to ${row.max}`;
  if (row.format === 'locale') return `one of: ${locales.join(', ')}`;
  if (row.format !== undefined && row.format !== 'logo' && row.format !== 'cover') return formats[row.format];
  if (row.placeholders)
    return `a text of at most ${row.maxLength} characters${describePlaceholders(row.placeholders)}`;
  return `a text of ${row.minLength} to ${row.maxLength} characters`;
}

const formats = {
  origin: 'an address like https://files.example.org, without a path',
  webAddress: 'an address that begins with https:// or http://',
  httpsAddress: 'an address that begins with https://',
  expiration: 'never, or a time span like 7-days',
  mailbox: 'an email address and nothing else',
  timeOfDay: 'a time such as 02:30',
  host: 'the name or address of a server, without a port',
  clamd: 'an address like unix:/run/clamav/clamd.ctl or 127.0.0.1:3310',
  tenant: 'common, organizations, consumers, a domain, or an id of 32 hexadecimal digits with hyphens',
  snowflake: 'an id of 17 to 20 digits',
  claim: 'the name of a claim, such as preferred_username',
  ldapAddress: 'an address like ldaps://directory.example.org',
  certificates: 'one or more certificates in PEM',
  attribute: 'the name of an attribute, such as uid',
  userFilter: 'an LDAP filter with {username}',
  groupFilter: 'an LDAP filter with {dn} or {username}',
  header: 'the name of a header, such as Remote-User',
  groupRules: 'one rule a line: group => admin, or group => quota 50 GB',
  color: 'a color like #2a3bd6',
} as const;

function describePlaceholders(names: readonly string[]): string {
  if (names.length === 0) return ' without placeholders';
  return ` with no placeholders but ${names.map((name) => `{${name}}`).join(' and ')}`;
}
