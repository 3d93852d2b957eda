import { relativePathOf } from '#sdk/browser.js';
import { findPathProblem, normalizePath, type PathProblem } from '#sdk/contract/formats/paths.js';

/** A file that somebody dropped, chose or pasted. */
export interface PickedFile {
  /** Folders and name, joined by `/`; no other picked file has it. */
  path: string;
  file: File;
}

export interface RefusedFile {
  path: string;
  problem: PathProblem;
}

export type PickedFiles = ReadonlyMap<string, File>;

export interface Picking {
  files: PickedFiles;
  added: number;
  refused: readonly RefusedFile[];
}

/**
 * Adds files to those picked before. The same file again changes nothing; another one of the same path is kept beside
 * it as `name (2).ext`.
 */
export function pickFiles(before: PickedFiles, picked: readonly PickedFile[]): Picking {
  const files = new Map(before);
  const refused: RefusedFile[] = [];
  for (const { path, file } of picked) {
    const normal = normalizePath(path);
    const problem = findPathProblem(normal);
    if (problem) refused.push({ path: normal, problem });
    else if (!isSame(files.get(normal), file)) files.set(freePath(files, normal), file);
  }
  return { files, added: files.size - before.size, refused };
}

function isSame(known: File | undefined, file: File): boolean {
  return known !== undefined && known.size === file.size && known.lastModified === file.lastModified;
}

function freePath(files: PickedFiles, path: string): string {
  if (!files.has(path)) return path;
  const name = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  // A dot in front of the name hides the file and starts no extension.
  const end = dot > name ? dot : path.length;
  for (let number = 2; ; number += 1) {
    const candidate = `${path.slice(0, end)} (${number})${path.slice(end)}`;
    if (!files.has(candidate)) return candidate;
  }
}

/** The path of a file, as the drop zone or the chosen folder says. */
export function pathOfFile(file: File): string {
  const dropped = 'path' in file && typeof file.path === 'string' ? file.path : '';
  const path = file.webkitRelativePath ? relativePathOf(file) : dropped || file.name;
  return path.replace(/^\.?\/+/, '');
}

/** Screenshots all come as `image.png`: the time tells them apart. */
export function nameOfPasted(file: File, now: Date): string {
  if (!/^image\.\w+$/.test(file.name)) return file.name;
  const stamp = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return file.name.replace('image', `pasted-${stamp}`);
}

/** The number of bytes of all files. */
export function sizeOf(files: PickedFiles): number {
  let size = 0;
  for (const file of files.values()) size += file.size;
  return size;
}
