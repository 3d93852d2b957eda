import { type ConfigKey, findConfigProblem, isConfigKey } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';

export interface ConfigUpdate {
  key: string;
  /** Empty: back to the default. */
  value: string;
}

/** One variable that is to change; null removes the stored text. */
export interface ConfigChange {
  key: ConfigKey;
  text: string | null;
}

interface Rules {
  /** The name of the environment variable that locks a variable, or null. */
  lockedBy(key: ConfigKey): string | null;
  locales: readonly string[];
}

/**
 * What an update changes.
 *
 * @throws AppError `config_unknown`, `config_locked`, `config_invalid`
 */
export function checkUpdate({ key, value }: ConfigUpdate, rules: Rules): ConfigChange {
  if (!isConfigKey(key)) throw new AppError('config_unknown', { key });
  const variable = rules.lockedBy(key);
  if (variable) throw new AppError('config_locked', { key, variable });
  if (value === '') return { key, text: null };
  const problem = findConfigProblem(key, value, rules.locales);
  if (problem) {
    const issue = { field: key, ...problem };
    throw new AppError('config_invalid', { key, problem: problem.code }, { issues: [issue] });
  }
  return { key, text: value };
}
