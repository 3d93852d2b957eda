import { generalRows } from './general.ts';
import { legalRows } from './legal.ts';
import { policyRows } from './policies.ts';
import { type ConfigRow, readRow, type ValueOfRow } from './rows.ts';
import { shareRows } from './share.ts';
import { emailSwitches, ldapSwitches, oauthSwitches, proxySwitches, smtpSwitches } from './switches.ts';

/** The rows of all public variables, and a few of their neighbours. */
const rows = {
  ...generalRows,
  ...shareRows,
  ...policyRows,
  ...legalRows,
  ...emailSwitches,
  ...smtpSwitches,
  ...oauthSwitches,
  ...ldapSwitches,
  ...proxySwitches,
} as const satisfies Record<string, ConfigRow>;

type Rows = typeof rows;

/** A variable that everyone may read. */
export type PublicConfigKey = {
  [K in keyof Rows]: Rows[K]['visibility'] extends 'public' ? K : never;
}[keyof Rows];

export function isPublicConfigKey(key: string): key is PublicConfigKey {
  const row: ConfigRow | undefined = Object.hasOwn(rows, key) ? rows[key as keyof Rows] : undefined;
  return row?.visibility === 'public';
}

/** Like `readConfigValue`, without loading what only administrators may read. */
export function readPublicValue<K extends PublicConfigKey>(
  key: K,
  stored: string | null | undefined,
): ValueOfRow<Rows[K]> {
  return readRow(rows[key], stored);
}
