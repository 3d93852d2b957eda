import { type PublicConfigKey, publicRows } from './public-rows.ts';
import { readRow, type ValueOfRow } from './rows.ts';

export type { PublicConfigKey } from './public-rows.ts';

export function isPublicConfigKey(key: string): key is PublicConfigKey {
  return Object.hasOwn(publicRows, key);
}

/** Like `readConfigValue`, without loading what only administrators may read. */
export function readPublicValue<K extends PublicConfigKey>(
  key: K,
  stored: string | null | undefined,
): ValueOfRow<(typeof publicRows)[K]> {
  return readRow(publicRows[key], stored);
}
