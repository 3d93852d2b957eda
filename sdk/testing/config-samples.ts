import type { TextFormat, TextRow } from '../contract/config/rows.ts';
import { type ConfigKey, type ConfigRow, configKeys, configRow, isPicture } from '../contract/config.ts';

/** The variables that are set as text: all but pictures. */
export const typedConfigKeys = configKeys.filter((key) => !isPicture(configRow(key)));

/** A value that is not the default, and that the registry accepts. */
export function sampleOf(key: ConfigKey): string {
  const row = configRow(key);
  if (row.type === 'boolean') return String(!row.default);
  if (row.type === 'number') return String(row.default === row.max ? row.default - 1 : row.default + 1);
  if (row.secret) return `secret of ${key}`;
  return row.format ? samples[row.format] : sampleText(row);
}

/** A value that the registry refuses, or null when it takes every text of its length. */
export function wrongSampleOf(key: ConfigKey): string | null {
  const row = configRow(key);
  if (row.type === 'boolean') return 'perhaps';
  if (row.type === 'number') return '1e3';
  if (row.format) return 'not at all: <it>';
  return row.placeholders ? 'Hello {nobody}' : null;
}

/** What must be set together with a variable, so that it can be switched on: in the order of the registry. */
export function companionsOf(key: ConfigKey): ConfigKey[] {
  const { requires = [] }: ConfigRow = configRow(key);
  const direct = configKeys.filter((name) => requires.includes(name));
  return [...new Set(direct.flatMap((name) => [...companionsOf(name), name]))];
}

const samples: Readonly<Record<TextFormat, string>> = {
  origin: 'https://files.example.org',
  webAddress: 'https://example.org/legal?page=1',
  httpsAddress: 'https://id.example.org/.well-known/openid-configuration',
  locale: 'de',
  expiration: '3-weeks',
  mailbox: 'files@example.org',
  host: 'mail.example.org',
  timeOfDay: '03:15',
  clamd: '127.0.0.1:3310',
  tenant: 'organizations',
  snowflake: '123456789012345678',
  claim: 'preferred_username',
  ldapAddress: 'ldaps://directory.example.org:636',
  certificates: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  attribute: 'employeeNumber',
  userFilter: '(&(objectClass=person)(uid={username}))',
  groupFilter: '(member={dn})',
  header: 'X-Forwarded-User',
  groupRules: 'admins => admin\nstaff => quota 50 GB',
  color: '#a8431d',
  logo: '/img/logo.png?v=1',
  cover: '/img/cover?v=1',
};

function sampleText({ type, maxLength, placeholders = [] }: TextRow): string {
  if (maxLength === 1) return '|';
  const names = placeholders.map((name) => `{${name}}`).join(' ');
  return type === 'text' ? `First line ${names}\n\n$& second <b>line</b>` : `A text ${names}`.trim();
}
