import { fileTypeOf } from '../../ui/files/file-type.ts';
import { ratioOf, type UploadItem } from '../list/upload-items.ts';
import type { PickedFiles } from '../picked-files.ts';

/** One frame of the contact sheet: a file, or several that follow one another. */
export interface ContactFrame {
  paths: readonly string[];
  /** The path of the file that it shows: the first picture, if there is one */
  shown: string;
}

export const mostFrames = 60;

/** As many frames as files, up to 60; each then stands for as many files as the others. */
export function framesOf(files: PickedFiles): ContactFrame[] {
  const paths = [...files.keys()];
  const perFrame = Math.max(1, Math.ceil(paths.length / mostFrames));
  const frames: ContactFrame[] = [];
  for (let start = 0; start < paths.length; start += perFrame) {
    const own = paths.slice(start, start + perFrame);
    const shown = own.find((path) => fileTypeOf(path) === 'picture') ?? own[0];
    if (shown !== undefined) frames.push({ paths: own, shown });
  }
  return frames;
}

/** How much of a frame's bytes has been sent, from 0 to 1. */
export function ratioOfFrame({ paths }: ContactFrame, items: ReadonlyMap<string, UploadItem>): number {
  const sum = { size: 0, sent: 0, finished: 0, fileCount: 0 };
  for (const path of paths) {
    const item = items.get(path);
    if (!item) continue;
    sum.size += item.size;
    sum.sent += item.sent;
    sum.finished += item.finished;
    sum.fileCount += 1;
  }
  return ratioOf(sum);
}
