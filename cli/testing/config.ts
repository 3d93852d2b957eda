import { type ConfigKey, configRow, isSecret } from '#sdk/contract/config.js';
import type { AdminConfigVariable } from '#sdk/contract/config-api.js';

/** A variable as an administrator sees it, with its default unless a test said otherwise. */
export function aVariable(key: ConfigKey, fields: Partial<AdminConfigVariable> = {}): AdminConfigVariable {
  const row = configRow(key);
  return {
    key,
    type: row.type,
    value: null,
    defaultValue: String(row.default),
    lockedBy: null,
    isSet: fields.value !== undefined,
    isSecret: isSecret(row),
    ...fields,
  };
}
