import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { findConfigProblem } from '#sdk/contract/config/problems.js';
import {
  type ConfigKey,
  type ConfigRow,
  configRow,
  findMovedTarget,
  isConfigKey,
  isSecret,
} from '#sdk/contract/config.js';
import type { FieldIssue } from '#sdk/contract/errors.js';
import { localeCodes } from '#sdk/i18n/locales.js';

/** The unsaved changes: texts by variable, null for the default. */
export type ConfigDraft = ReadonlyMap<ConfigKey, string | null>;

/** The variables of a category as the server has them. */
export type StoredConfig = ReadonlyMap<ConfigKey, AdminConfigVariable>;

export function storedFrom(variables: readonly AdminConfigVariable[]): StoredConfig {
  const entries = variables.flatMap((variable) =>
    isConfigKey(variable.key) ? [[variable.key, variable] as const] : [],
  );
  return new Map(entries);
}

/** The text that applies once the draft is saved. It is empty for a secret that is kept, because nobody knows it. */
export function draftText(key: ConfigKey, stored: StoredConfig, draft: ConfigDraft): string {
  const variable = stored.get(key);
  const text = draft.has(key) ? draft.get(key) : variable?.value;
  return text ?? variable?.defaultValue ?? '';
}

/** The variables that saving would change, in the order of the page. */
export function changedKeys(stored: StoredConfig, draft: ConfigDraft): ConfigKey[] {
  return [...stored.keys()].filter((key) => isChanged(key, stored, draft));
}

function isChanged(key: ConfigKey, stored: StoredConfig, draft: ConfigDraft): boolean {
  const variable = stored.get(key);
  const text = draft.get(key);
  if (variable === undefined || text === undefined) return false;
  if (text === null) return variable.isSet;
  if (variable.isSecret) return text !== '';
  return toSend(key, text) !== draftText(key, stored, new Map());
}

/** The body of the update. An empty value is the default. */
export function updatesOf(stored: StoredConfig, draft: ConfigDraft): { key: ConfigKey; value: string }[] {
  return changedKeys(stored, draft).map((key) => ({ key, value: toSend(key, draft.get(key) ?? '') }));
}

/** Spaces around a single line are mistakes, but may be intended in a password. */
function toSend(key: ConfigKey, text: string): string {
  const row = configRow(key);
  return row.type === 'string' && !isSecret(row) ? text.trim() : text;
}

/** The variables that a switch requires and that are missing. Those of other categories are assumed to be set. */
export function lackingFor(key: ConfigKey, stored: StoredConfig, draft: ConfigDraft): ConfigKey[] {
  const { requires = [] }: ConfigRow = configRow(key);
  return requires.filter((name): name is ConfigKey => {
    if (!isConfigKey(name) || !stored.has(name)) return false;
    const text = draftText(name, stored, draft);
    if (configRow(name).type === 'boolean') return text !== 'true';
    const isKept = stored.get(name)?.isSecret && stored.get(name)?.isSet && !draft.has(name);
    return text.trim() === '' && !isKept;
  });
}

/** The issues for which the server would refuse the draft, at the fields where they can be fixed. */
export function draftIssues(stored: StoredConfig, draft: ConfigDraft): FieldIssue[] {
  const wrong = changedKeys(stored, draft).flatMap((key): FieldIssue[] => {
    const text = draft.get(key);
    const problem =
      text === null || text === undefined ? null : findConfigProblem(key, toSend(key, text), localeCodes);
    return problem ? [{ field: key, ...problem }] : [];
  });
  const missing = [...stored.keys()]
    .filter((key) => draftText(key, stored, draft) === 'true')
    .flatMap((on) => lackingFor(on, stored, draft).map((field) => missingIssue(field, on, draft)))
    .filter(({ field }) => !wrong.some((issue) => issue.field === field));
  return [...wrong, ...missing];
}

/** Uses the same codes as the server. */
function missingIssue(field: ConfigKey, on: ConfigKey, draft: ConfigDraft): FieldIssue {
  return draft.has(on) ? { field, code: 'required' } : { field, code: 'needed_by', params: { key: on } };
}

/** Whether a secret is removed unless it is entered again, because it would be sent to another server. */
export function isForgotten(key: ConfigKey, stored: StoredConfig, draft: ConfigDraft): boolean {
  if (!stored.get(key)?.isSet || draft.has(key)) return false;
  const changed = changedKeys(stored, draft);
  const before = (target: ConfigKey) => draftText(target, stored, new Map());
  const after = (target: ConfigKey) =>
    changed.includes(target)
      ? draftText(target, stored, draft) || (stored.get(target)?.defaultValue ?? '')
      : before(target);
  return findMovedTarget(key, before, after) !== undefined;
}
