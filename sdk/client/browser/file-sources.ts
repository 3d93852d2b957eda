import { normalizePath } from '../../contract/formats/paths.ts';
import type { FileSource } from '../upload/types.ts';

/** A file that was picked, with the path it gets in the share if that is not its own. */
export interface PickedBlob {
  /** The file itself. */
  file: File;
  /** Folders and name, joined by `/`. */
  path?: string;
}

/**
 * The files of a file input or a drop, ready to upload. Files of a folder keep their path in it.
 *
 * @example
 * const task = client.startUpload(filesFromBlobs(input.files), { share: { expiration: '7-days' } });
 */
export function filesFromBlobs(files: Iterable<File | PickedBlob>): FileSource[] {
  return [...files].map((entry) => (entry instanceof File ? toSource({ file: entry }) : toSource(entry)));
}

/** The path of a file in its folder. Browsers write a backslash of its name as a slash there, as if it had a folder. */
export function relativePathOf(file: File): string {
  const { name } = file;
  const path = file.webkitRelativePath || name;
  return path.endsWith(name.replaceAll('\\', '/')) ? path.slice(0, path.length - name.length) + name : path;
}

function toSource({ file, path }: PickedBlob): FileSource {
  const relativePath = path ?? relativePathOf(file);
  const normalized = normalizePath(relativePath.replace(/^\.?\//, ''));
  const { size, lastModified } = file;
  return {
    path: normalized,
    size,
    lastModified,
    fingerprint: `${normalized}:${size}:${lastModified}`,
    open: (start, end) => file.slice(start, end),
    blob: file,
    // A browser keeps no file open: a file that was changed or deleted since it was picked cannot be read.
    check: async () => void (await file.slice(0, 1).arrayBuffer()),
  };
}
