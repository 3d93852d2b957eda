import {
  type ConfigKey,
  type ConfigRow,
  categoryOf,
  configKeys,
  configRegistry,
} from '#sdk/contract/config.js';
import type { FieldIssue } from '#sdk/contract/errors.js';

/**
 * Returns the required variables that are empty or off although the variable `key` is on. `textOf` returns the current
 * text.
 */
export function findLacking(key: ConfigKey, textOf: (key: ConfigKey) => string): ConfigKey[] {
  const { requires = [] }: ConfigRow = configRegistry[key];
  if (requires.length === 0 || textOf(key) !== 'true') return [];
  return configKeys.filter((name) => requires.includes(name) && isMissing(name, textOf(name)));
}

function isMissing(key: ConfigKey, text: string): boolean {
  return configRegistry[key].type === 'boolean' ? text !== 'true' : text === '';
}

/**
 * Finds variables that would be on after a change without their required variables. Each issue names the field that the
 * reader of the message sees.
 */
export function findRequirementIssues(
  textOf: (key: ConfigKey) => string,
  { isChanged, isForgotten }: Record<'isChanged' | 'isForgotten', (key: ConfigKey) => boolean>,
): FieldIssue[] {
  return configKeys.flatMap((on) =>
    findLacking(on, textOf).map((lacking): FieldIssue => {
      if (isForgotten(lacking)) return { field: lacking, code: 'given_again' };
      return requirementIssue(on, { lacking, isSwitchedOn: isChanged(on) });
    }),
  );
}

function requirementIssue(
  on: ConfigKey,
  { lacking, isSwitchedOn }: { lacking: ConfigKey; isSwitchedOn: boolean },
): FieldIssue {
  if (!isSwitchedOn) return { field: lacking, code: 'needed_by', params: { key: on } };
  if (categoryOf(on) === categoryOf(lacking)) return { field: lacking, code: 'required' };
  // The user who turns it on does not see the other field.
  return { field: on, code: 'needs', params: { key: lacking } };
}
