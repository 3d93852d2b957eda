import { useState } from 'react';
import type { ConfigKey } from '#sdk/contract/config.js';
import { configKeysOf } from '#sdk/contract/config.js';
import type { AdminConfigVariable } from '#sdk/contract/config-api.js';
import { AppError, type FieldIssue } from '#sdk/contract/errors.js';
import {
  type ConfigDraft,
  changedKeys,
  draftIssues,
  draftText,
  isForgotten,
  lackingFor,
  storedFrom,
  updatesOf,
} from './config-draft.ts';
import { useSaveConfig } from './use-config-category.ts';

export type ConfigForm = ReturnType<typeof useConfigForm>;

const empty: ConfigDraft = new Map();

/** What is being changed in a category: the draft, what is wrong with it, and saving it. */
export function useConfigForm(category: string, variables: readonly AdminConfigVariable[]) {
  const [draft, setDraft] = useState(empty);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  // Fields keep what was typed; with another version they begin anew from the draft.
  const [version, setVersion] = useState(0);
  const save = useSaveConfig(category);
  const stored = storedFrom(variables);
  const changed = changedKeys(stored, draft);
  const issues = draftIssues(stored, draft);
  const refused = issuesOf(save.error);

  const put = (key: ConfigKey, text: string | null) => {
    setDraft((before) => new Map(before).set(key, text));
    // What the server said was about what stood here before.
    if (save.isError) save.reset();
  };
  const discard = () => {
    setDraft(empty);
    setTouched(new Set());
    setChecked(false);
    setVersion((before) => before + 1);
    save.reset();
  };

  return {
    category,
    version,
    changed,
    issues,
    isPending: save.isPending,
    isSaved: save.isSuccess && changed.length === 0,
    error: save.error,
    /** What the server refused about variables of other categories. */
    issuesElsewhere: refused.filter(({ field }) => !configKeysOf(category).some((key) => key === field)),
    variable: (key: ConfigKey) => stored.get(key),
    text: (key: ConfigKey) => draftText(key, stored, draft),
    draftOf: (key: ConfigKey) => draft.get(key),
    lacking: (key: ConfigKey) => lackingFor(key, stored, draft),
    isForgotten: (key: ConfigKey) => isForgotten(key, stored, draft),
    /** What is wrong with a field, once somebody has left it or wants to save. */
    issueOf: (key: ConfigKey): FieldIssue | undefined =>
      refused.find(({ field }) => field === key) ??
      (isChecked || touched.has(key) ? issues.find(({ field }) => field === key) : undefined),
    set: put,
    /** Back to the default; the field begins anew. */
    reset: (key: ConfigKey) => {
      put(key, null);
      setVersion((before) => before + 1);
    },
    /** Takes back what was changed of one variable. */
    keep: (key: ConfigKey) => setDraft((before) => new Map([...before].filter(([name]) => name !== key))),
    touch: (key: ConfigKey) => setTouched((before) => new Set(before).add(key)),
    discard,
    /** Saves what is right; else shows what is not. Tells the variables to mend. */
    submit: async (): Promise<readonly string[]> => {
      setChecked(true);
      if (issues.length > 0) return issues.map(({ field }) => field);
      try {
        await save.mutateAsync(updatesOf(stored, draft));
      } catch (error) {
        return issuesOf(error).map(({ field }) => field);
      }
      setDraft(empty);
      setTouched(new Set());
      setChecked(false);
      setVersion((before) => before + 1);
      return [];
    },
  };
}

function issuesOf(error: unknown): readonly FieldIssue[] {
  return error instanceof AppError && error.code === 'config_invalid' ? error.issues : [];
}
