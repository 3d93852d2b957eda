import {
  type ConfigKey,
  type ConfigRow,
  configEnvName,
  configKeys,
  configRow,
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
  const categories = [...new Set(configKeys.map(categoryOf))];
  const sections = categories.map((category) => {
    const keys = configKeys.filter((key) => categoryOf(key) === category);
    const rows = keys.map((key) => {
      const row = configRow(key);
      const { label = '', help = '' } = texts.get(key) ?? {};
      return [
        code(key),
        describeType(row),
        code(String(row.default)),
        `**${label}.** ${help}`,
        describeReaders(row),
      ];
    });
    return `## ${category}\n\n${table(['Variable', 'Type', 'Default', 'Meaning', 'Readable by'], rows)}`;
  });
  const example: ConfigKey = 'general.appUrl';
  return page(
    'Configuration variables',
    'Administrators change them while the server runs. An empty value resets a variable to its default.',
    'The environment can set a variable and lock it: the name is `FILESHARE_CONFIG_`, the category and the name of the ' +
      `variable in capitals, words separated by \`_\`. \`${example}\` is \`${configEnvName(example)}\`. A secret can also be read from the file that \`…_FILE\` names.`,
    ...sections,
  );
}

function categoryOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

function describeReaders({ visibility }: ConfigRow): string {
  return visibility === 'public' ? 'everyone' : 'administrators';
}

function describeType(row: ConfigRow): string {
  if (row.type === 'boolean') return '`true` or `false`';
  if (row.type === 'number') {
    const bounds = row.max === Number.MAX_SAFE_INTEGER ? `at least ${row.min}` : `${row.min} to ${row.max}`;
    return `whole number${row.unit ? ` of ${row.unit}` : ''}, ${bounds}`;
  }
  const what = describeText(row);
  return `${what}, ${row.minLength} to ${row.maxLength} characters`;
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
  host: 'name or address of a server',
  tenant: '`common`, `organizations`, `consumers`, a domain or a GUID',
  snowflake: 'id of 17 to 20 digits',
  claim: 'name of a claim',
  picture: 'square PNG, uploaded',
} as const;
