import type { FileProgress } from '#sdk/browser.js';
import type { PickedFiles } from '../picked-files.ts';

/** A row of the list: a file, or a folder with everything below it. */
export interface UploadItem {
  /** The path of the file, or that of the folder with a slash at its end, which no file has. */
  key: string;
  name: string;
  isFolder: boolean;
  fileCount: number;
  size: number;
  sent: number;
  /** Files whose bytes have all been sent; those of a bundle finish later, together. */
  sentFiles: number;
  finished: number;
  failed: number;
  /** Why the file failed, or the first one of the folder. */
  problem: Error | undefined;
}

/** The items of picked files: each file, and each folder around it. */
export function itemsOf(files: PickedFiles): Map<string, UploadItem> {
  const items = new Map<string, UploadItem>();
  for (const [path, file] of files) {
    for (const key of keysOf(path)) {
      const item = items.get(key) ?? emptyItem(key);
      item.fileCount += 1;
      item.size += file.size;
      items.set(key, item);
    }
  }
  return items;
}

/** The keys of the folders around a file, from the outermost, and its own: `a/`, `a/b/`, `a/b/c.txt`. */
export function keysOf(path: string): string[] {
  const keys: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    keys.push(path.slice(0, slash + 1));
  }
  return [...keys, path];
}

export function isFolderKey(key: string): boolean {
  return key.endsWith('/');
}

/** Whether a file is the item of this key, or somewhere below it. */
export function isInItem(path: string, key: string): boolean {
  return path === key || (isFolderKey(key) && path.startsWith(key));
}

export function nameOfItem(key: string): string {
  const end = isFolderKey(key) ? key.length - 1 : key.length;
  return key.slice(key.lastIndexOf('/', end - 1) + 1, end);
}

/** The progress of an item before its upload. */
export const nothingSent = { sent: 0, sentFiles: 0, finished: 0, failed: 0, problem: undefined } as const;

function emptyItem(key: string): UploadItem {
  return { key, name: nameOfItem(key), isFolder: isFolderKey(key), fileCount: 0, size: 0, ...nothingSent };
}

/** Updates the progress of an item with the changes to one of its files since the last time. */
export function advanceItem(
  item: UploadItem,
  before: FileProgress | undefined,
  now: FileProgress,
): UploadItem {
  const isNow = (state: FileProgress['state']) =>
    Number(now.state === state) - Number(before?.state === state);
  const failed = item.failed + isNow('failed');
  return {
    ...item,
    sentFiles: item.sentFiles + Number(isSent(now)) - Number(isSent(before)),
    problem: failed > 0 ? (item.problem ?? now.error) : undefined,
    sent: item.sent + now.sent - (before?.sent ?? 0),
    finished: item.finished + isNow('finished'),
    failed,
  };
}

function isSent(file: FileProgress | undefined): boolean {
  if (file?.state === 'uploading') return file.size > 0 && file.sent >= file.size;
  return file?.state === 'finished';
}

/** How much of it has been sent, from 0 to 1. Files without bytes count as sent when they have finished. */
export function ratioOf({
  size,
  sent,
  finished,
  fileCount,
}: Pick<UploadItem, 'size' | 'sent' | 'finished' | 'fileCount'>): number {
  if (size > 0) return Math.min(sent / size, 1);
  return fileCount > 0 ? finished / fileCount : 0;
}
