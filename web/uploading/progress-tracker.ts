import { type FileProgress, NetworkError } from '#sdk/browser.js';
import { advanceItem, itemsOf, keysOf, type UploadItem } from './list/upload-items.ts';
import type { PickedFiles } from './picked-files.ts';

export interface TrackedProgress {
  /** Every file and folder by its key. */
  items: ReadonlyMap<string, UploadItem>;
  /** Files whose bytes are going out, or that failed. */
  notable: ReadonlyMap<string, FileProgress>;
}

interface ProgressTracker {
  /** Follows the files that are picked now. */
  follow(files: PickedFiles): void;
  /** Begins again: none of the files has been sent. */
  begin(files: PickedFiles): void;
  handle(now: FileProgress): void;
  clearNotable(): void;
  hasArrived(path: string): boolean;
  countSentFiles(): number;
  /** The error after which every file on its way is tried again; null while bytes move. */
  stalledBy(): Error | null;
  /** Returns copies, which later progress does not change. */
  read(): TrackedProgress;
}

interface Listeners {
  /** Called only a few times a second, however many files report progress. */
  onChange(): void;
  /** Called with the number of files that are being retried. */
  onRetrying(count: number): void;
}

const publishEvery = 120;
const retryNoticeAfter = 600;

/** Follows the files of an upload, and the folders around them. */
export function createProgressTracker({ onChange, onRetrying }: Listeners): ProgressTracker {
  let progressByPath = new Map<string, FileProgress>();
  let items = new Map<string, UploadItem>();
  let notable = new Map<string, FileProgress>();
  let changeTimer: ReturnType<typeof setTimeout> | undefined;
  const noticeRetry = createRetryNotice(onRetrying);

  return {
    follow(files) {
      items = itemsOf(files);
    },
    begin(files) {
      progressByPath = new Map();
      notable = new Map();
      items = itemsOf(files);
    },
    handle(now) {
      const before = progressByPath.get(now.path);
      for (const key of keysOf(now.path)) {
        const item = items.get(key);
        if (item) items.set(key, advanceItem(item, before, now));
      }
      progressByPath.set(now.path, now);
      if (now.state === 'uploading' || now.state === 'retrying' || now.state === 'failed')
        notable.set(now.path, now);
      else notable.delete(now.path);
      // The panel says once that there is no connection.
      if (now.state === 'retrying' && !(now.error instanceof NetworkError)) noticeRetry(now.path);
      changeTimer ??= setTimeout(() => {
        changeTimer = undefined;
        onChange();
      }, publishEvery);
    },
    clearNotable() {
      notable = new Map();
    },
    hasArrived: (path) => progressByPath.get(path)?.state === 'finished',
    countSentFiles() {
      let count = 0;
      for (const { isFolder, sentFiles } of items.values()) if (!isFolder) count += sentFiles;
      return count;
    },
    stalledBy() {
      const open = [...notable.values()].filter(({ state }) => state !== 'failed');
      return open.every(({ error }) => error !== undefined) ? (open[0]?.error ?? null) : null;
    },
    read: () => ({ items: new Map(items), notable: new Map(notable) }),
  };
}

/** Files fail together when a connection breaks: there is one notice for all of them. */
function createRetryNotice(onRetrying: Listeners['onRetrying']): (path: string) => void {
  let retrying = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (path) => {
    retrying.add(path);
    timer ??= setTimeout(() => {
      timer = undefined;
      onRetrying(retrying.size);
      retrying = new Set();
    }, retryNoticeAfter);
  };
}
