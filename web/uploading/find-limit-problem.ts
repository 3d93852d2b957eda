import { AppError } from '#sdk/contract/errors.js';
import type { UploadSnapshot } from './upload-session.ts';

interface Limits {
  /** Bytes; null: only the disk limits. */
  maxSize: number | null;
  maxFiles: number;
  /** The files that the share already has. Picked files with the same path replace them. */
  present?: readonly { path: string; size: number }[];
}

/** The limit that the picked files exceed, checked before the first byte is sent. The server checks it too. */
export function findLimitProblem(
  { files, size }: UploadSnapshot,
  { maxSize, maxFiles, present = [] }: Limits,
): AppError | null {
  const staying = present.filter(({ path }) => !files.has(path));
  const total = staying.reduce((sum, file) => sum + file.size, size);
  if (maxSize !== null && total > maxSize) return new AppError('share_too_large', { maxSize });
  return files.size + staying.length > maxFiles ? new AppError('share_too_many_files', { maxFiles }) : null;
}
