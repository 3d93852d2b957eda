import { AppError, type IssueCode, type ParamValue } from './errors.ts';
import { isExpiration } from './expiration.ts';

/**
 * The configuration registry: every variable an administrator can set. Types, checks, the public list, the
 * administration page, the command line and the reference all follow from these rows.
 */

interface RowBase {
  /** `public` variables are readable by everyone through `GET /configs`. */
  visibility: 'public' | 'admin';
  /** Cannot be switched on before these have a value. */
  requires?: readonly string[];
}

interface NumberRow extends RowBase {
  type: 'number';
  default: number;
  min: number;
  max: number;
  unit?: 'hours' | 'days' | 'bytes';
}

interface BooleanRow extends RowBase {
  type: 'boolean';
  default: boolean;
}

interface StringRow extends RowBase {
  type: 'string' | 'text';
  default: string;
  minLength: number;
  maxLength: number;
  format?: 'url' | 'locale' | 'expiration' | 'mailbox' | 'host';
  /** Stored sealed and answered to nobody: one sees only that it is set. */
  secret?: true;
  /** Where a secret is sent: with another value there it is forgotten, so that nobody can have it sent to himself. */
  sentTo?: readonly string[];
  /** The names that the text may have between braces; other texts may have any braces. */
  placeholders?: readonly string[];
}

export type ConfigRow = NumberRow | BooleanRow | StringRow;

const largest = Number.MAX_SAFE_INTEGER;

const optionalText = {
  type: 'string',
  default: '',
  minLength: 0,
  maxLength: 1000,
  visibility: 'admin',
} as const;
/** Subjects are shown on locked screens: no link belongs there. */
const mailSubject = { ...optionalText, maxLength: 200, placeholders: [] } as const;
const mailMessage = { ...optionalText, type: 'text', maxLength: 10_000 } as const;

export const configRegistry = {
  'general.appName': {
    type: 'string',
    default: 'Fileshare',
    minLength: 1,
    maxLength: 60,
    visibility: 'public',
  },
  'general.appUrl': {
    type: 'string',
    default: 'http://localhost:3000',
    minLength: 1,
    maxLength: 2000,
    format: 'url',
    visibility: 'public',
  },
  'general.showHomePage': { type: 'boolean', default: true, visibility: 'public' },
  'general.showLogin': { type: 'boolean', default: true, visibility: 'public' },
  'general.defaultLocale': {
    type: 'string',
    default: 'en',
    minLength: 2,
    maxLength: 10,
    format: 'locale',
    visibility: 'public',
  },
  'general.sessionDuration': {
    type: 'number',
    default: 2160,
    min: 1,
    max: 8760,
    unit: 'hours',
    visibility: 'admin',
  },
  'general.auditRetention': {
    type: 'number',
    default: 365,
    min: 0,
    max: 36_500,
    unit: 'days',
    visibility: 'admin',
  },
  'share.allowRegistration': { type: 'boolean', default: false, visibility: 'public' },
  'share.allowUnauthenticatedShares': { type: 'boolean', default: false, visibility: 'public' },
  'share.maxExpiration': {
    type: 'number',
    default: 0,
    min: 0,
    max: 876_000,
    unit: 'hours',
    visibility: 'public',
  },
  'share.defaultExpiration': {
    type: 'string',
    default: '7-days',
    minLength: 1,
    maxLength: 40,
    format: 'expiration',
    visibility: 'public',
  },
  'share.retention': { type: 'number', default: 0, min: 0, max: 876_000, unit: 'hours', visibility: 'admin' },
  'share.maxSize': { type: 'number', default: 0, min: 0, max: largest, unit: 'bytes', visibility: 'public' },
  'share.maxFiles': { type: 'number', default: 100_000, min: 1, max: 1_000_000, visibility: 'public' },
  'share.userQuota': {
    type: 'number',
    default: 0,
    min: 0,
    max: largest,
    unit: 'bytes',
    visibility: 'public',
  },
  'share.zipCompressionLevel': { type: 'number', default: 0, min: 0, max: 9, visibility: 'public' },
  'share.chunkSize': {
    type: 'number',
    default: 50_000_000,
    min: 1_000_000,
    max: 5_000_000_000,
    unit: 'bytes',
    visibility: 'public',
  },
  'share.idLength': { type: 'number', default: 16, min: 10, max: 50, visibility: 'public' },
  'email.enableShareEmailRecipients': {
    type: 'boolean',
    default: false,
    requires: ['smtp.enabled'],
    visibility: 'public',
  },
  // Empty texts of mails: those of the catalogue, in the language of the reader.
  'email.shareRecipientsSubject': { ...mailSubject, placeholders: ['creator', 'expires'] },
  'email.shareRecipientsMessage': {
    ...mailMessage,
    placeholders: ['creator', 'shareUrl', 'desc', 'expires'],
  },
  'email.reverseShareSubject': mailSubject,
  'email.reverseShareMessage': { ...mailMessage, placeholders: ['shareUrl'] },
  'email.resetPasswordSubject': mailSubject,
  'email.resetPasswordMessage': { ...mailMessage, placeholders: ['url'] },
  'email.inviteSubject': mailSubject,
  // No password is ever mailed: `{password}` is for texts from elsewhere and becomes empty.
  'email.inviteMessage': { ...mailMessage, placeholders: ['url', 'password'] },
  'smtp.enabled': {
    type: 'boolean',
    default: false,
    requires: ['smtp.host', 'smtp.port', 'smtp.email'],
    visibility: 'public',
  },
  'smtp.host': { ...optionalText, maxLength: 253, format: 'host' },
  'smtp.port': { type: 'number', default: 587, min: 1, max: 65_535, visibility: 'admin' },
  'smtp.email': { ...optionalText, maxLength: 254, format: 'mailbox' },
  'smtp.username': optionalText,
  'smtp.password': { ...optionalText, secret: true, sentTo: ['smtp.host'] },
  'smtp.allowUnauthorizedCertificates': { type: 'boolean', default: false, visibility: 'admin' },
} as const satisfies Record<string, ConfigRow>;

export type ConfigKey = keyof typeof configRegistry;

type ValueOfType = { number: number; boolean: boolean; string: string; text: string };

/** The type of a variable's effective value. */
export type ConfigValue<K extends ConfigKey> = ValueOfType[(typeof configRegistry)[K]['type']];

export const configKeys = Object.keys(configRegistry).filter(isConfigKey);

export const publicConfigKeys = configKeys.filter((key) => configRegistry[key].visibility === 'public');

export const secretConfigKeys = configKeys.filter((key) => isSecret(configRegistry[key]));

export function isSecret(row: ConfigRow): boolean {
  return 'secret' in row;
}

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configRegistry, key);
}

/**
 * The row of a variable.
 *
 * @throws AppError `config_unknown` ("Config variable {key} not found")
 */
export function configRow(key: string): ConfigRow {
  if (!isConfigKey(key)) throw new AppError('config_unknown', { key });
  return configRegistry[key];
}

/** The name of the environment variable that sets and locks a variable. */
export function configEnvName(key: ConfigKey): string {
  return `FILESHARE_CONFIG_${key
    .replace('.', '_')
    .replaceAll(/([a-z])([A-Z])|-/g, '$1_$2')
    .toUpperCase()}`;
}

/** Effective value: the stored text if set, else the default. Numbers are integers, booleans true only for `true`. */
export function readConfigValue<K extends ConfigKey>(
  key: K,
  stored: string | null | undefined,
): ConfigValue<K>;
export function readConfigValue(
  key: ConfigKey,
  stored: string | null | undefined,
): number | boolean | string {
  const row: ConfigRow = configRegistry[key];
  if (stored === null || stored === undefined) return row.default;
  if (row.type === 'number') return Number.parseInt(stored, 10);
  if (row.type === 'boolean') return stored === 'true';
  return stored;
}

export interface ConfigProblem {
  code: IssueCode;
  params?: Record<string, ParamValue>;
}

/** What is wrong with the text of a value, or `null`. `locales` are the known languages. */
export function findConfigProblem(
  key: ConfigKey,
  text: string,
  locales: readonly string[],
): ConfigProblem | null {
  const row: ConfigRow = configRegistry[key];
  if (row.type === 'boolean') return text === 'true' || text === 'false' ? null : { code: 'not_boolean' };
  if (row.type === 'number') return findNumberProblem(row, text);
  return findStringProblem(row, text, locales);
}

function findNumberProblem(row: NumberRow, text: string): ConfigProblem | null {
  if (!/^(0|-?[1-9]\d{0,15})$/.test(text)) return { code: 'not_number' };
  const value = Number(text);
  if (value < row.min) return { code: 'too_small', params: { minimum: row.min } };
  return value > row.max ? { code: 'too_big', params: { maximum: row.max } } : null;
}

function findStringProblem(row: StringRow, text: string, locales: readonly string[]): ConfigProblem | null {
  if (text.length < row.minLength) return { code: 'too_short', params: { length: row.minLength } };
  if (text.length > row.maxLength) return { code: 'too_long', params: { length: row.maxLength } };
  // Optional and not given.
  if (text === '') return null;
  if (row.placeholders) return findPlaceholderProblem(row.placeholders, text);
  if (row.format === 'mailbox') return isMailbox(text) ? null : { code: 'email' };
  if (row.format === 'host') return /^[a-z0-9.:_-]+$/i.test(text) ? null : { code: 'invalid' };
  if (row.format === 'url') return isOrigin(text) ? null : { code: 'not_url' };
  if (row.format === 'locale') return locales.includes(text) ? null : { code: 'locale' };
  if (row.format === 'expiration') return isExpiration(text) ? null : { code: 'expiration' };
  return null;
}

/** A mistyped placeholder would be mailed as it stands. */
function findPlaceholderProblem(known: readonly string[], text: string): ConfigProblem | null {
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name = '']) => !known.includes(name));
  return unknown ? { code: 'placeholder', params: { placeholder: unknown[0].slice(0, 60) } } : null;
}

/** One address and nothing beside it: no name, no list, no line break. */
export function isMailbox(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(text);
}

/** An absolute http(s) URL without path, query, fragment or user name. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`);
}
