import type { AdminConfigVariable } from '../contract/config/api.ts';
import { type ConfigKey, configRow, isSecret } from '../contract/config.ts';

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
