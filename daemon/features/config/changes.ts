import { findConfigProblem } from '#sdk/contract/config/problems.js';
import {
  type ConfigKey,
  configRegistry,
  findMovedTarget,
  isConfigKey,
  isPicture,
  secretConfigKeys,
} from '#sdk/contract/config.js';
import { AppError, type FieldIssue } from '#sdk/contract/errors.js';
import type { InstanceFile } from './files-repo.ts';
import { findRequirementIssues } from './requirements.ts';
import type { StoredTexts } from './stored-texts.ts';
import type { ConfigValues } from './values.ts';

export interface ConfigUpdate {
  key: string;
  /** Empty: the default applies again. */
  value: string;
}

/** A variable to change; null removes the stored text. */
export interface ConfigChange {
  key: ConfigKey;
  text: string | null;
  /** For an uploaded picture: the file whose address is `text`. */
  file?: InstanceFile;
}

interface Rules {
  /** Returns the name of the environment variable that locks a variable, or null. */
  lockedBy(key: ConfigKey): string | null;
  locales: readonly string[];
}

/**
 * Reads the changes that updates ask for, each variable by itself.
 *
 * @throws AppError `config_unknown`, `config_locked`, `config_invalid` with all problems
 */
export function readChanges(updates: readonly ConfigUpdate[], rules: Rules): ConfigChange[] {
  const changes = updates.map((update) => readChange(update, rules));
  refuse(changes.flatMap((change, index) => findIssues(change, { before: changes.slice(0, index), rules })));
  return changes;
}

function readChange({ key, value }: ConfigUpdate, { lockedBy }: Rules): ConfigChange {
  if (!isConfigKey(key)) throw new AppError('config_unknown', { key });
  const variable = lockedBy(key);
  if (variable) throw new AppError('config_locked', { key, variable });
  return { key, text: value === '' ? null : value };
}

function findIssues(
  { key, text }: ConfigChange,
  { before, rules }: { before: readonly ConfigChange[]; rules: Rules },
): FieldIssue[] {
  if (before.some((other) => other.key === key)) return [{ field: key, code: 'repeated' }];
  if (text === null) return [];
  if (isPicture(configRegistry[key])) return [{ field: key, code: 'picture' }];
  const problem = findConfigProblem(key, text, rules.locales);
  return problem ? [{ field: key, ...problem }] : [];
}

/** @throws AppError `config_invalid` if there are issues */
export function refuse(issues: readonly FieldIssue[]): void {
  const [first] = issues;
  if (first) throw new AppError('config_invalid', { key: first.field, problem: first.code }, { issues });
}

interface Before {
  /** What is stored now: other processes write too. */
  stored: ReadonlyMap<string, string>;
  storedTexts: Pick<StoredTexts, 'read' | 'findHeldOff'>;
  values: Pick<ConfigValues, 'fallbackOf' | 'lockedBy'>;
}

/**
 * Decides on changes and their consequences.
 *
 * @throws AppError `config_locked`, `config_invalid`
 */
export function decideChanges(
  asked: readonly ConfigChange[],
  { stored, storedTexts, values: { fallbackOf, lockedBy } }: Before,
): ConfigChange[] {
  const before = storedTexts.read(stored);
  const textBefore = (key: ConfigKey) => before.get(key) ?? fallbackOf(key);
  const keys = asked.map(({ key }) => key);
  // Setting a missing value must not turn on the variables that were off because of it.
  const heldOff = storedTexts.findHeldOff(stored, keys).filter((key) => !keys.includes(key));
  const forgotten = forgetMoved(asked, { current: textBefore, fallback: fallbackOf, lockedBy });
  const changes = [...asked, ...forgotten, ...heldOff.map((key) => ({ key, text: null }))];
  const after = new Map(changes.map(({ key, text }) => [key, text ?? fallbackOf(key)]));
  refuse(
    findRequirementIssues((key) => after.get(key) ?? textBefore(key), {
      isChanged: (key) => after.has(key),
      isForgotten: (key) => forgotten.some((change) => change.key === key),
    }),
  );
  return changes;
}

interface Effects extends Pick<Rules, 'lockedBy'> {
  /** The current value, and the value that applies when nothing is stored. */
  current(key: ConfigKey): string;
  fallback(key: ConfigKey): string;
}

/**
 * Returns changes that delete the secrets which `changes` would send to another server without setting them again.
 *
 * @throws AppError `config_locked` when the environment sets such a secret
 */
function forgetMoved(
  changes: readonly ConfigChange[],
  { current, fallback, lockedBy }: Effects,
): ConfigChange[] {
  const given = new Map(changes.map(({ key, text }) => [key, text ?? fallback(key)]));
  const after = (key: ConfigKey) => given.get(key) ?? current(key);
  return secretConfigKeys.flatMap((secret) => {
    const target = findMovedTarget(secret, current, after);
    if (!target || given.has(secret) || current(secret) === '') return [];
    const variable = lockedBy(secret);
    if (variable) throw new AppError('config_locked', { key: target, variable });
    return [{ key: secret, text: null }];
  });
}
