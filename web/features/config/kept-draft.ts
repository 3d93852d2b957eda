import * as z from 'zod/mini';
import { configRow, isConfigKey, isSecret } from '#sdk/contract/config.js';
import type { ConfigDraft, StoredConfig } from './config-draft.ts';

const Entries = z.array(z.tuple([z.string(), z.nullable(z.string())]));

/** What somebody was editing in this tab when the page was left by force, as when the session ends. */
export function readDraft(place: string, stored: StoredConfig): ConfigDraft {
  return new Map(
    readEntries(place).flatMap(([key, text]) =>
      isConfigKey(key) && stored.get(key)?.lockedBy === null ? [[key, text] as const] : [],
    ),
  );
}

function readEntries(place: string): z.output<typeof Entries> {
  try {
    return Entries.parse(JSON.parse(sessionStorage.getItem(place) ?? '[]'));
  } catch {
    return [];
  }
}

/** Secrets are kept nowhere in the browser. */
export function keepDraft(place: string, draft: ConfigDraft): void {
  const entries = [...draft].filter(([key]) => !isSecret(configRow(key)));
  try {
    if (entries.length > 0) sessionStorage.setItem(place, JSON.stringify(entries));
    else sessionStorage.removeItem(place);
  } catch {
    // A browser that stores nothing, or has no room: the draft lasts as long as the page.
  }
}
