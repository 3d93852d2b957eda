import { AppError } from '../../contract/errors.ts';
import { findPathProblem } from '../../contract/formats/paths.ts';
import { UploadFailedError, type UploadFailure } from './error.ts';
import type { FileSource, UploadOptions } from './types.ts';

/**
 * Looks for bad and double names, before anything is created.
 *
 * @throws UploadFailedError with all of them
 * @throws AppError `share_empty` when there is no file
 */
export function assertPaths(sources: readonly FileSource[]): void {
  if (sources.length === 0) throw new AppError('share_empty');
  const seen = new Set<string>();
  const failures: UploadFailure[] = [];
  for (const { path } of sources) {
    const problem = findPathProblem(path);
    if (problem) failures.push({ path, error: new AppError('file_path_invalid', { path, problem }) });
    else if (seen.has(path)) failures.push({ path, error: new AppError('file_exists', { path }) });
    seen.add(path);
  }
  if (failures.length > 0) throw new UploadFailedError(failures, null);
}

/** Makes callbacks that hand what they throw to `onThrown`: it must not leave an upload half done. */
export function guardCallbacks(options: UploadOptions, onThrown: (error: unknown) => void): UploadOptions {
  function guard<T>(callback: ((value: T) => void) | undefined): (value: T) => void {
    return (value) => {
      try {
        callback?.(value);
      } catch (error) {
        onThrown(error);
      }
    };
  }
  const { onProgress, onFile, onShare } = options;
  return { ...options, onProgress: guard(onProgress), onFile: guard(onFile), onShare: guard(onShare) };
}
