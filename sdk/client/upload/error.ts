import type { OwnerShare } from '../../contract/shares.ts';

export interface UploadFailure {
  path: string;
  error: Error;
}

/**
 * Some files could not be uploaded, or none of them may be. What was uploaded is kept on the server while the draft
 * lives: with a journal the same call goes on with the rest.
 *
 * @example
 * for (const { path, error } of uploadError.failures) console.error(path, error.message);
 */
export class UploadFailedError extends Error {
  override readonly name = 'UploadFailedError';
  /** Every file that failed, with the reason. */
  readonly failures: readonly UploadFailure[];
  /** The draft, or null when it was not created yet. */
  readonly share: OwnerShare | null;

  constructor(failures: readonly UploadFailure[], share: OwnerShare | null) {
    super(`${failures.length} files failed`, { cause: failures[0]?.error });
    this.failures = failures;
    this.share = share;
  }
}
