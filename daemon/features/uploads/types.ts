import { findPathProblem, normalizePath } from '#sdk/contract/formats/paths.js';
import type { ShareKey, UploadId } from '#sdk/contract/formats/primitives.js';
import type { FileRecord } from '../files/types.ts';

/**
 * Moments are milliseconds since 1970, sizes are bytes. The row of an upload that has become a file of its own is
 * removed a day later; that of a bundle stays with the share, because it says how large the bundle is. A group of small
 * files that are stored together has such a row too, although no client has sent it as one.
 */
export interface UploadRecord {
  id: UploadId;
  shareKey: ShareKey;
  /** `bundle`: many files in one upload, see the contract. `part`: becomes part of a final upload, never a file. */
  kind: 'file' | 'bundle' | 'part';
  /**
   * For a bundle, the name that its client chose with a `/` in front, so that it is no path of a file; for a part, one
   * that we chose.
   */
  path: string;
  /** Announced bytes; while `isDeferred`, those for which space is reserved. */
  length: number;
  /** The client does not know the length yet; such an upload cannot be complete. */
  isDeferred: boolean;
  /** Bytes that count in the share, reserved until the upload ends: all of them, or those of the files in a bundle. */
  contentSize: number;
  fileCount: number;
  /** Bytes received as of the end of the last request; uploads resume from the size of the staged bytes. */
  received: number;
  /** `committed`: it has become the file with the same id, or a part of a final upload. */
  state: 'receiving' | 'committed';
  /** The value of `Upload-Concat` of a final upload, which names the parts whose bytes are its own. */
  concat: string | null;
  expectedSha256: string | null;
  lastModified: number | null;
  /** Replaces a file of the same path. */
  replaces: boolean;
  createdAt: number;
  activeAt: number;
}

/** Describes the upload that a file came from, after its row was removed. */
export function uploadOf(id: UploadId, file: FileRecord): UploadRecord {
  const { shareKey, path, size, lastModified, createdAt } = file;
  return {
    id,
    shareKey,
    kind: 'file',
    path,
    length: size,
    isDeferred: false,
    contentSize: size,
    fileCount: 1,
    received: size,
    state: 'committed',
    concat: null,
    expectedSha256: null,
    lastModified,
    replaces: false,
    createdAt,
    activeAt: createdAt,
  };
}

/**
 * Returns the path of the file that a part belongs to, from the path of its row (`/<first byte>/<path>`); null if its
 * client has not said it, or it cannot be the path of a file: it is only checked when the file is made of its parts.
 */
export function fileOfPart(name: string): string | null {
  const [, text = ''] = /^\/\d+\/(.+)$/s.exec(name) ?? [];
  const path = normalizePath(text);
  return findPathProblem(path) ? null : path;
}

/** Returns how the counters of the share change when an unfinished upload ends. */
export function releaseOf({ contentSize, fileCount }: UploadRecord) {
  return { reservedSize: -contentSize, reserved: -fileCount };
}

/** Milliseconds after its last byte until an unfinished upload expires, and the row of a finished one is removed. */
export const uploadLifetime = 86_400_000;
