import {
  type ConfigKey,
  type ConfigRow,
  configCategories,
  configEnvName,
  configKeysOf,
  configRow,
  isPicture,
  isSecret,
} from '#sdk/contract/config.js';
import type { EnglishCatalogue } from '#sdk/i18n/translate.js';
import { code, page, table } from './markdown.ts';

/** Every configuration variable, by category. */
export function configurationReference({ config }: EnglishCatalogue): string {
  const texts = new Map(
    Object.entries(config).flatMap(([category, rows]) =>
      Object.entries(rows).map(([name, text]) => [`${category}.${name}`, text]),
    ),
  );
  const sections = configCategories.map((category) => {
    const rows = configKeysOf(category).map((key) => {
      const row = configRow(key);
      const { label = '', help = '' } = texts.get(key) ?? {};
      return [
        code(key),
        describeType(row),
        String(row.default) === '' ? 'empty' : code(String(row.default)),
        [`**${label}.** ${help}`, ...describeNeeds(row)].join(' '),
        describeReaders(row),
        describeVariable(key),
      ];
    });
    return `## ${category}\n\n${table(headings, rows)}`;
  });
  return page(
    'Configuration variables',
    'Administrators change these while the server runs; changes apply within five seconds. An empty value resets a ' +
      'variable to its default. Several changes are made together or not at all.',
    'The environment can set and lock a variable, using the name in the last column: nobody can then change it at run ' +
      'time. A secret can also be read from a file. The environment takes precedence over stored values.',
    'Secrets are encrypted in the database and never shown, not even to administrators: they can be set, replaced and ' +
      'removed.',
    ...sections,
  );
}

const headings = ['Variable', 'Type', 'Default', 'Meaning', 'Readable by', 'Set and locked by'];

function describeNeeds({ requires }: ConfigRow): string[] {
  return requires ? [`Requires ${requires.map(code).join(', ')}.`] : [];
}

function describeVariable(key: ConfigKey): string {
  const row = configRow(key);
  if (isPicture(row)) return 'nothing: it is uploaded';
  const name = configEnvName(key);
  return isSecret(row) ? `${code(name)}, ${code(`${name}_FILE`)}` : code(name);
}

function describeReaders(row: ConfigRow): string {
  if (isSecret(row)) return 'nobody';
  return row.visibility === 'public' ? 'everyone' : 'administrators';
}

function describeType(row: ConfigRow): string {
  if (row.type === 'boolean') return '`true` or `false`';
  if (row.type === 'number') {
    const bounds = row.max === Number.MAX_SAFE_INTEGER ? `at least ${row.min}` : `${row.min} to ${row.max}`;
    return `whole number${row.unit ? ` of ${row.unit}` : ''}, ${bounds}`;
  }
  if (isPicture(row) || row.format === 'color') return describeText(row);
  const length = row.minLength === 0 ? `at most ${row.maxLength}` : `${row.minLength} to ${row.maxLength}`;
  return `${describeText(row)}, ${length} characters`;
}

function describeText(row: Extract<ConfigRow, { minLength: number }>): string {
  if (row.secret) return 'secret';
  if (row.markdown) return 'text in Markdown';
  if (row.format) return formats[row.format];
  const [first, ...more] = (row.placeholders ?? []).map((name) => code(`{${name}}`));
  return first === undefined ? row.type : `${row.type} with ${[first, ...more].join(' and ')}`;
}

const formats = {
  origin: 'http(s) address without a path',
  webAddress: 'http(s) address',
  httpsAddress: 'https address',
  locale: 'language',
  expiration: 'expiration',
  mailbox: 'e-mail address',
  timeOfDay: 'time such as `02:30`',
  host: 'name or address of a server',
  clamd: '`unix:/path` or `host:port`',
  tenant: '`common`, `organizations`, `consumers`, a domain or a GUID',
  snowflake: 'id of 17 to 20 digits',
  claim: 'name of a claim',
  ldapAddress: '`ldap://` or `ldaps://` address',
  certificates: 'certificates in PEM',
  attribute: 'name of an LDAP attribute',
  userFilter: 'LDAP filter with `{username}`',
  groupFilter: 'LDAP filter with `{dn}` or `{username}`',
  header: 'name of a header',
  groupRules: 'one rule a line',
  color: 'color `#rrggbb`',
  logo: 'square PNG, uploaded',
  cover: 'JPEG, PNG or WebP, uploaded',
} as const;
