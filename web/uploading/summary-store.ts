import * as z from 'zod/mini';

/** What an upload consisted of, for the offer to continue it. The journal knows only files that were begun. */
const UploadSummary = z.object({
  shareId: z.string(),
  /** Path of the first file */
  firstPath: z.string(),
  count: z.number(),
  /** Bytes of all files */
  size: z.number(),
  /** Bytes that had been sent */
  sent: z.number(),
});
export type UploadSummary = z.output<typeof UploadSummary>;

export interface SummaryStore {
  /** The summary of an upload to this share, or null. */
  load(shareId: string): UploadSummary | null;
  save(summary: UploadSummary): void;
  clear(): void;
}

const prefix = 'fileshare.summary.';

/** Keeps the summary of one upload in the browser, unless its visitor forbids that. */
export function openSummaryStore(key: string): SummaryStore {
  const name = prefix + key;
  return {
    load: (shareId) => attempt(() => readSummary(localStorage.getItem(name), shareId)),
    save: (summary) => void attempt(() => localStorage.setItem(name, JSON.stringify(summary))),
    clear: () => void attempt(() => localStorage.removeItem(name)),
  };
}

/** The first file of an unfinished upload to this share that this browser knows of, or null. */
export function rememberedFileOf(shareId: string): string | null {
  const names = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(prefix))) ?? [];
  for (const name of names) {
    const found = openSummaryStore(name.slice(prefix.length)).load(shareId);
    if (found) return found.firstPath;
  }
  return null;
}

function readSummary(text: string | null, shareId: string): UploadSummary | null {
  const summary = UploadSummary.safeParse(JSON.parse(text ?? 'null'));
  return summary.success && summary.data.shareId === shareId ? summary.data : null;
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
