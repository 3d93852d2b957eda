import { backupRows } from './config/backup.ts';
import { emailRows } from './config/email.ts';
import { generalRows } from './config/general.ts';
import { groupRows } from './config/groups.ts';
import { ldapRows } from './config/ldap.ts';
import { legalRows } from './config/legal.ts';
import { malwareRows } from './config/malware.ts';
import { oauthRows } from './config/oauth.ts';
import { policyRows } from './config/policies.ts';
import { proxyRows } from './config/proxy.ts';
import { type ConfigRow, type PictureFormat, readRow, type ValueOfRow } from './config/rows.ts';
import { shareRows } from './config/share.ts';
import { smtpRows } from './config/smtp.ts';
import { AppError } from './errors.ts';

export type { ConfigRow } from './config/rows.ts';

/**
 * The configuration registry: every variable an administrator can set. Types, checks, the public list, the
 * administration page, the command line and the reference all follow from these rows.
 */
export const configRegistry = {
  ...generalRows,
  ...shareRows,
  ...policyRows,
  ...emailRows,
  ...smtpRows,
  ...oauthRows,
  ...ldapRows,
  ...proxyRows,
  ...groupRows,
  ...legalRows,
  ...backupRows,
  ...malwareRows,
} as const satisfies Record<string, ConfigRow>;

export type ConfigKey = keyof typeof configRegistry;

/** The type of a variable's effective value. */
export type ConfigValue<K extends ConfigKey> = ValueOfRow<(typeof configRegistry)[K]>;

export const configKeys = Object.keys(configRegistry).filter(isConfigKey);

/** Categories in the order of the registry: `general`, `share`, … */
export const configCategories = [...new Set(configKeys.map(categoryOf))];

export const publicConfigKeys = configKeys.filter((key) => configRegistry[key].visibility === 'public');

export const secretConfigKeys = configKeys.filter((key) => isSecret(configRegistry[key]));

export function isSecret(row: ConfigRow): boolean {
  return 'secret' in row;
}

/** Returns the category of a variable: `share` for `share.maxSize`. */
export function categoryOf(key: ConfigKey): string {
  return key.slice(0, key.indexOf('.'));
}

/** Lists the variables of a category; empty if there is no such category. */
export function configKeysOf(category: string): ConfigKey[] {
  return configKeys.filter((key) => categoryOf(key) === category);
}

/** True for a picture: it is uploaded, can only be reset like other variables, and the environment cannot set it. */
export function isPicture<R extends ConfigRow>(row: R): row is R & { format: PictureFormat } {
  return 'format' in row && (row.format === 'logo' || row.format === 'cover');
}

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configRegistry, key);
}

/**
 * Returns the row of a variable.
 *
 * @throws AppError `config_unknown` ("Config variable {key} not found")
 */
export function configRow(key: string): ConfigRow {
  if (!isConfigKey(key)) throw new AppError('config_unknown', { key });
  return configRegistry[key];
}

/** Returns the name of the environment variable that sets and locks a variable. */
export function configEnvName(key: ConfigKey): string {
  return `FILESHARE_CONFIG_${key
    .replace('.', '_')
    .replaceAll(/([a-z])([A-Z])|-/g, '$1_$2')
    .toUpperCase()}`;
}

/** Reads the effective value: the stored text if set, otherwise the default. */
export function readConfigValue<K extends ConfigKey>(
  key: K,
  stored: string | null | undefined,
): ConfigValue<K> {
  return readRow(configRegistry[key], stored);
}

/** Finds a changed variable that would cause a secret to be sent to another server. */
export function findMovedTarget(
  secret: ConfigKey,
  before: (key: ConfigKey) => string,
  after: (key: ConfigKey) => string,
): ConfigKey | undefined {
  const row: ConfigRow = configRegistry[secret];
  const targets = configKeys.filter((key) => 'sentTo' in row && row.sentTo?.includes(key));
  // The secret has not been sent anywhere so far.
  if (targets.some((key) => before(key) === '')) return undefined;
  // Turning certificate checks back on does not change where the secret is sent.
  return targets.find((key) => after(key) !== before(key) && after(key) !== 'false');
}
