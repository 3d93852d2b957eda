import type { JournalState, OwnerShare } from '#sdk/browser.js';
import type { PickedFiles } from './picked-files.ts';
import type { SummaryStore, UploadSummary } from './summary-store.ts';

/** An upload that an earlier visit left unfinished. */
export interface Unfinished {
  /** The draft, as it was created. */
  share: OwnerShare;
  /** Paths of the files that are on the server. */
  finished: ReadonlySet<string>;
  /** Paths of the files of which only a part may be there. */
  begun: ReadonlySet<string>;
  /** null: this browser has not kept it */
  summary: UploadSummary | null;
}

export function toUnfinished({ share, files }: JournalState, summaries: SummaryStore): Unfinished {
  const pathsOf = (isFinished: boolean) =>
    new Set([...files].filter(([, { finished }]) => finished === isFinished).map(([path]) => path));
  return { share, finished: pathsOf(true), begun: pathsOf(false), summary: summaries.load(share.id) };
}

/** True if the picked files are those of an unfinished upload, as far as is known: one may have been lost at its start. */
export function isPartOf({ finished, begun, summary }: Unfinished, files: PickedFiles): boolean {
  if (finished.size + begun.size === 0 && !summary) return true;
  const isKnown = (path: string) => finished.has(path) || begun.has(path) || path === summary?.firstPath;
  return [...files.keys()].some(isKnown);
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
