import { findConfigProblem } from '#sdk/contract/config/problems.js';
import {
  type ConfigKey,
  type ConfigRow,
  configKeys,
  configRegistry,
  isConfigKey,
  isPicture,
  secretConfigKeys,
} from '#sdk/contract/config.js';
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
  const problem = isPicture(configRegistry[key])
    ? ({ code: 'picture' } as const)
    : findConfigProblem(key, value, rules.locales);
  if (problem) {
    const issue = { field: key, ...problem };
    throw new AppError('config_invalid', { key, problem: problem.code }, { issues: [issue] });
  }
  return { key, text: value };
}

/**
 * What a variable that is switched on lacks: the variables it requires that are empty or off. `textOf` gives effective
 * values.
 */
export function findLacking(key: ConfigKey, textOf: (key: ConfigKey) => string): ConfigKey[] {
  const { requires = [] }: ConfigRow = configRegistry[key];
  if (textOf(key) !== 'true') return [];
  return requires.filter((name): name is ConfigKey => isConfigKey(name) && isMissing(name, textOf(name)));
}

function isMissing(key: ConfigKey, text: string): boolean {
  return configRegistry[key].type === 'boolean' ? text !== 'true' : text === '';
}

/** @throws AppError `config_invalid` when after the change something is on that lacks what it requires */
export function checkRequirements(textOf: (key: ConfigKey) => string): void {
  const [first, ...more] = configKeys.flatMap((key) => findLacking(key, textOf));
  if (first === undefined) return;
  const issues = [first, ...more].map((field) => ({ field, code: 'required' as const }));
  throw new AppError('config_invalid', { key: first, problem: 'required' }, { issues });
}

/**
 * The secrets that would be sent elsewhere after `changes`, and are not given anew with them: they are forgotten.
 *
 * @throws AppError `config_locked` when the environment holds such a secret
 */
export function forgetMoved(
  changes: readonly ConfigChange[],
  { current, lockedBy }: { current(key: ConfigKey): string; lockedBy: Rules['lockedBy'] },
): ConfigChange[] {
  const moved = changes.filter(({ key, text }) => current(key) !== '' && text !== current(key));
  const isGiven = (secret: ConfigKey) => changes.some(({ key }) => key === secret);
  return secretConfigKeys.flatMap((secret) => {
    const row: ConfigRow = configRegistry[secret];
    const targets = ('sentTo' in row && row.sentTo) || [];
    const target = moved.find(({ key }) => targets.includes(key));
    if (!target || isGiven(secret) || current(secret) === '') return [];
    const variable = lockedBy(secret);
    if (variable) throw new AppError('config_locked', { key: target.key, variable });
    return [{ key: secret, text: null }];
  });
}
