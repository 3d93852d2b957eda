import * as z from 'zod/mini';
import { localStorageUploadJournal } from '#sdk/browser.js';
import { openSummaryStore } from './summary-store.ts';

/** The key under which files are remembered that are sent to an own share which exists already. */
export function draftKey(shareId: string): string {
  return `fileshare.add.${shareId}`;
}

const draftHeader = /^fileshare\.add\.([^:]+):share$/;

const Header = z.object({
  share: z.object({ state: z.string(), createdAt: z.string(), expiresAt: z.nullable(z.string()) }),
});

/** Milliseconds. The server discards drafts that nobody sends to much earlier. */
const keptFor = 30 * 86_400_000;

/** Removes what this browser remembers of uploads to shares that are long gone: nobody continues or discards these. */
export function sweepJournals(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      const [, id] = draftHeader.exec(name) ?? [];
      if (id === undefined || !isLongGone(localStorage.getItem(name))) continue;
      void localStorageUploadJournal({ key: draftKey(id) }).clear();
      openSummaryStore(id).clear();
    }
  } catch {
    // Visitors can forbid a page to store anything.
  }
}

/** A draft lives from its creation on, and a published share until it expires. */
function isLongGone(header: string | null): boolean {
  const { success, data } = Header.safeParse(parse(header ?? ''));
  if (!success) return false;
  const { state, createdAt, expiresAt } = data.share;
  const end = state === 'draft' ? createdAt : expiresAt;
  return end !== null && Date.parse(end) < Date.now() - keptFor;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
