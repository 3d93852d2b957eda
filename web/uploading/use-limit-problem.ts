import { AppError } from '#sdk/contract/errors.js';
import { useConfig } from '../lib/config.tsx';
import type { UploadSnapshot } from './upload-session.ts';

/**
 * Which limit the picked files exceed, before the first byte; the server says the same. `maxSize` counts bytes, null is
 * no limit.
 */
export function useLimitProblem({ files, size }: UploadSnapshot, maxSize: number | null): AppError | null {
  const maxFiles = useConfig()('share.maxFiles');
  if (maxSize !== null && size > maxSize) return new AppError('share_too_large', { maxSize });
  return files.size > maxFiles ? new AppError('share_too_many_files', { maxFiles }) : null;
}
