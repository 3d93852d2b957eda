import { type FileProgress, NetworkError, type UploadProgress } from '#sdk/browser.js';
import { advanceItem, itemsOf, keysOf, nothingSent, type UploadItem } from './list/upload-items.ts';
import type { PickedFiles } from './picked-files.ts';

export interface TrackedProgress {
  /** Every file and folder by its key. */
  items: ReadonlyMap<string, UploadItem>;
  /** Files whose bytes are going out, or that failed. */
  notable: ReadonlyMap<string, FileProgress>;
}

export interface RunProgress extends UploadProgress {
  /** Files whose bytes have all been sent; more than have finished. */
  sentFiles: number;
}

interface ProgressTracker {
  /** Follows the files that are picked now. */
  follow(files: PickedFiles): void;
  /** Begins again: none of the files has been sent. */
  begin(): void;
  handleFile(now: FileProgress): void;
  handleProgress(now: UploadProgress): void;
  clearNotable(): void;
  hasArrived(path: string): boolean;
  /** Returns copies, which later progress does not change. */
  read(): TrackedProgress;
  /** The progress of the whole upload; null before the first report. */
  readProgress(): RunProgress | null;
}

interface Listeners {
  /**
   * Called at every change of phase, otherwise only a few times a second, however much is reported: what is shown is
   * rendered again each time, with the processor that also sends the files.
   */
  onChange(): void;
  /** Called with the number of files that are being retried. */
  onRetrying(count: number): void;
}

/** Milliseconds */
const publishEvery = 200;
const retryNoticeAfter = 600;

/** Follows the files of an upload, and the folders around them. */
export function createProgressTracker({ onChange, onRetrying }: Listeners): ProgressTracker {
  let progressByPath = new Map<string, FileProgress>();
  let items = new Map<string, UploadItem>();
  let notable = new Map<string, FileProgress>();
  let progress: UploadProgress | null = null;
  let changeTimer: ReturnType<typeof setTimeout> | undefined;
  const noticeRetry = createRetryNotice(onRetrying);

  function announce(): void {
    clearTimeout(changeTimer);
    changeTimer = undefined;
    onChange();
  }

  function announceSoon(): void {
    changeTimer ??= setTimeout(announce, publishEvery);
  }

  return {
    follow(files) {
      items = itemsOf(files);
    },
    begin() {
      progressByPath = new Map();
      notable = new Map();
      progress = null;
      items = new Map([...items].map(([key, item]) => [key, { ...item, ...nothingSent }]));
    },
    handleFile(now) {
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
      announceSoon();
    },
    handleProgress(now) {
      const isNews = now.phase !== progress?.phase || now.retriesAfter !== progress.retriesAfter;
      progress = now;
      if (isNews) announce();
      else announceSoon();
    },
    clearNotable() {
      notable = new Map();
    },
    hasArrived: (path) => progressByPath.get(path)?.state === 'finished',
    read: () => ({ items: new Map(items), notable: new Map(notable) }),
    readProgress: () =>
      progress && {
        ...progress,
        sentFiles: countSentFiles(items),
        retriesAfter: progress.retriesAfter ?? stalledBy(notable),
      },
  };
}

function countSentFiles(items: ReadonlyMap<string, UploadItem>): number {
  let count = 0;
  for (const { isFolder, sentFiles } of items.values()) if (!isFolder) count += sentFiles;
  return count;
}

/** The error after which every file on its way is tried again; null while bytes move. */
function stalledBy(notable: ReadonlyMap<string, FileProgress>): Error | null {
  const open = [...notable.values()].filter(({ state }) => state !== 'failed');
  return open.every(({ error }) => error !== undefined) ? (open[0]?.error ?? null) : null;
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
