import { AppError } from '#sdk/contract/errors.js';
import { useConfig } from '../../lib/config.tsx';
import type { UploadSnapshot } from './upload-session.ts';

/** Which limit of the instance the picked files exceed, before the first byte; the server says the same. */
export function useLimitProblem({ files, size }: UploadSnapshot): AppError | null {
  const config = useConfig();
  const maxSize = config('share.maxSize');
  const maxFiles = config('share.maxFiles');
  if (maxSize > 0 && size > maxSize) return new AppError('share_too_large', { maxSize });
  return files.size > maxFiles ? new AppError('share_too_many_files', { maxFiles }) : null;
}
