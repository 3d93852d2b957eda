import { NetworkError } from '../core/transport.ts';
import type { UploadEntry } from './entries.ts';

/** Finds the real reason of a failure: in browsers, a file that was deleted looks like a broken connection. */
export async function explainFailure({ source }: UploadEntry, error: Error): Promise<Error> {
  if (!(error instanceof NetworkError)) return error;
  try {
    await source.check?.();
    return error;
  } catch (sourceError) {
    return sourceError instanceof Error ? sourceError : error;
  }
}
