import { filesFromBlobs, type JournalState, type OwnerShare } from '#sdk/browser.js';
import { type PickedFiles, sizeOf } from './picked-files.ts';
import type { SummaryStore, UploadSummary } from './summary-store.ts';

/** An upload that an earlier visit left unfinished. */
export interface Unfinished {
  /** The draft, as it was created. */
  share: OwnerShare;
  /** Paths of the files that are on the server. */
  finished: ReadonlySet<string>;
  /** Paths of the files of which only a part may be there. */
  begun: ReadonlySet<string>;
  /** What tells each of both from another file of its path. */
  fingerprints: ReadonlyMap<string, string>;
  /** null: this browser has not kept it */
  summary: UploadSummary | null;
}

export function toUnfinished({ share, files }: JournalState, summaries: SummaryStore): Unfinished {
  const pathsOf = (isFinished: boolean) =>
    new Set([...files].filter(([, { finished }]) => finished === isFinished).map(([path]) => path));
  return {
    share,
    finished: pathsOf(true),
    begun: pathsOf(false),
    fingerprints: new Map([...files].map(([path, { fingerprint }]) => [path, fingerprint])),
    summary: summaries.load(share.id),
  };
}

/**
 * True if the picked files are those of an unfinished upload, or some of them. Of files that were not begun only the number
 * and the size are known: without any that was, all have to be picked.
 */
export function isPartOf({ fingerprints, summary }: Unfinished, files: PickedFiles): boolean {
  const picked = filesFromBlobs([...files].map(([path, file]) => ({ path, file })));
  const known = picked.filter(({ path }) => fingerprints.has(path));
  if (known.some(({ path, fingerprint }) => fingerprints.get(path) !== fingerprint)) return false;
  const { count, size } = summary ?? { count: fingerprints.size, size: Number.POSITIVE_INFINITY };
  if (picked.length - known.length > count - fingerprints.size) return false;
  if (picked.length < count) return known.length > 0 && sizeOf(files) <= size;
  return summary ? files.has(summary.firstPath) && sizeOf(files) === size : known.length > 0;
}

/** The number of files that are neither on the server nor picked. Of those that were not begun, only the number is known. */
export function countMissing({ finished, begun, summary }: Unfinished, files: PickedFiles): number {
  const unpicked = [...begun].filter((path) => !files.has(path)).length;
  const others = (summary?.count ?? 0) - finished.size - begun.size;
  const pickedOthers = [...files.keys()].filter((path) => !finished.has(path) && !begun.has(path)).length;
  return unpicked + Math.max(0, others - pickedOthers);
}

/** Sums up an upload. One that is continued with some of its files keeps the sums of all of them. */
export function summarize(
  share: OwnerShare,
  { files, size, unfinished }: { files: PickedFiles; size: number; unfinished: Unfinished | null },
  sent: number,
): UploadSummary | null {
  const left = unfinished?.summary;
  if (left && left.count > files.size) return { ...left, sent: Math.max(0, left.size - size) + sent };
  const [firstPath] = files.keys();
  return firstPath === undefined ? null : { shareId: share.id, firstPath, count: files.size, size, sent };
}
