import type { FileProgress } from '#sdk/browser.js';
import type { PickedFiles } from './picked-files.ts';

/**
 * A row of the list: a single file, or a folder with everything below it. A folder of thousands of files stays one
 * row, before and during its upload.
 */
export interface UploadGroup {
  /** Path of the file, or the folder's name. */
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
  /** Why a single file failed. Those of a folder are listed with their reasons. */
  problem: Error | undefined;
}

/** The groups of picked files, in the order in which they were added. */
export function groupFiles(files: PickedFiles): Map<string, UploadGroup> {
  const groups = new Map<string, UploadGroup>();
  for (const [path, file] of files) {
    const key = groupKeyOf(path);
    const group = groups.get(key) ?? emptyGroup(key, path.includes('/'));
    group.fileCount += 1;
    group.size += file.size;
    groups.set(key, group);
  }
  return groups;
}

/** The row a file belongs to. */
export function groupKeyOf(path: string): string {
  const slash = path.indexOf('/');
  // With its slash, a folder's key is never the path of a file.
  return slash === -1 ? path : path.slice(0, slash + 1);
}

const nothingSent = { sent: 0, sentFiles: 0, finished: 0, failed: 0, problem: undefined } as const;

function emptyGroup(key: string, isFolder: boolean): UploadGroup {
  const name = isFolder ? key.slice(0, -1) : key;
  return { key, name, isFolder, fileCount: 0, size: 0, ...nothingSent };
}

/** Updates the progress of a group with the changes to one of its files since the last time. */
export function advanceGroup(
  group: UploadGroup,
  before: FileProgress | undefined,
  now: FileProgress,
): UploadGroup {
  const isNow = (state: FileProgress['state']) =>
    Number(now.state === state) - Number(before?.state === state);
  return {
    ...group,
    sentFiles: group.sentFiles + Number(isSent(now)) - Number(isSent(before)),
    problem: !group.isFolder && now.state === 'failed' ? now.error : undefined,
    sent: group.sent + now.sent - (before?.sent ?? 0),
    finished: group.finished + isNow('finished'),
    failed: group.failed + isNow('failed'),
  };
}

function isSent(file: FileProgress | undefined): boolean {
  if (file?.state === 'uploading') return file.size > 0 && file.sent >= file.size;
  return file?.state === 'finished';
}
