import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, configKeysOf, configRow, isConfigKey, isSecret } from '#sdk/contract/config.js';
import { AppError, type FieldIssue } from '#sdk/contract/errors.js';
import { useCurrentUser } from '../../lib/session.tsx';
import {
  type ConfigDraft,
  changedKeys,
  draftIssues,
  draftText,
  isForgotten,
  lackingFor,
  type StoredConfig,
  storedFrom,
  updatesOf,
} from './config-draft.ts';
import { useSaveConfig } from './use-config-category.ts';

export type ConfigForm = ReturnType<typeof useConfigForm>;

const empty: ConfigDraft = new Map();

/** The form of a category: the draft, its issues, and saving it. */
export function useConfigForm(category: string, variables: readonly AdminConfigVariable[]) {
  const storageKey = useDraftKey(category);
  const stored = storedFrom(variables);
  const [draft, setDraft] = useState(() => readDraft(storageKey, stored));
  useEffect(() => keepDraft(storageKey, draft), [storageKey, draft]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const save = useSaveConfig(category);
  const changed = changedKeys(stored, draft);
  const issues = draftIssues(stored, draft);
  const refused = issuesOf(save.error);

  const put = (key: ConfigKey, text: string | null) => {
    setDraft((before) => new Map(before).set(key, text));
    // The server's errors were about the previous value.
    if (save.isError) save.reset();
  };
  const discard = () => {
    setDraft(empty);
    // Saved immediately: the user may leave the page before it is rendered again.
    keepDraft(storageKey, empty);
    setTouched(new Set());
    setChecked(false);
    save.reset();
  };

  return {
    category,
    changed,
    isPending: save.isPending,
    isSaved: save.isSuccess && changed.length === 0,
    /** The error, if it belongs to no field. */
    generalError: refused.length > 0 ? null : save.error,
    /** The issues that the server found with variables of other categories. */
    issuesElsewhere: refused.filter(({ field }) => !configKeysOf(category).some((key) => key === field)),
    variable: (key: ConfigKey) => stored.get(key),
    text: (key: ConfigKey) => draftText(key, stored, draft),
    draftOf: (key: ConfigKey) => draft.get(key),
    lacking: (key: ConfigKey) => lackingFor(key, stored, draft),
    isForgotten: (key: ConfigKey) => isForgotten(key, stored, draft),
    /** The issue of a field, once the user has left the field or tried to save. */
    issueOf: (key: ConfigKey): FieldIssue | undefined =>
      refused.find(({ field }) => field === key) ??
      (isChecked || touched.has(key) ? issues.find(({ field }) => field === key) : undefined),
    set: put,
    /** Resets a variable to its default. */
    reset: (key: ConfigKey) => put(key, null),
    /** Discards the change of one variable. */
    keep: (key: ConfigKey) => setDraft((before) => new Map([...before].filter(([name]) => name !== key))),
    touch: (key: ConfigKey) => setTouched((before) => new Set(before).add(key)),
    discard,
    /** Saves the changes if they are valid, otherwise shows the issues. Returns the variables to correct. */
    submit: async (): Promise<readonly string[]> => {
      setChecked(true);
      if (issues.length > 0) return issues.map(({ field }) => field);
      try {
        await save.mutateAsync(updatesOf(stored, draft));
      } catch (error) {
        return issuesOf(error).map(({ field }) => field);
      }
      // Anything typed since then is saved next time.
      setDraft((now) => new Map([...now].filter(([key, text]) => draft.get(key) !== text)));
      setTouched(new Set());
      setChecked(false);
      return [];
    },
  };
}

/** The key of the stored draft, which other users of this browser must not see. */
function useDraftKey(category: string): string {
  const user = useCurrentUser();
  const [storageKey] = useState(() => `configDraft.${user?.id ?? ''}.${category}`);
  return storageKey;
}

function issuesOf(error: unknown): readonly FieldIssue[] {
  return error instanceof AppError && error.code === 'config_invalid' ? error.issues : [];
}

const Entries = z.array(z.tuple([z.string(), z.nullable(z.string())]));

/** The draft that was being edited in this tab when the page closed unexpectedly, such as when the session ended. */
function readDraft(storageKey: string, stored: StoredConfig): ConfigDraft {
  return new Map(
    readEntries(storageKey).flatMap(([key, text]) =>
      isConfigKey(key) && stored.get(key)?.lockedBy === null ? [[key, text] as const] : [],
    ),
  );
}

function readEntries(storageKey: string): z.output<typeof Entries> {
  try {
    return Entries.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

/** Secrets are never stored in the browser. */
function keepDraft(storageKey: string, draft: ConfigDraft): void {
  const entries = [...draft].filter(([key]) => !isSecret(configRow(key)));
  try {
    if (entries.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(entries));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // If the browser stores nothing, the draft lasts as long as the page.
  }
}
