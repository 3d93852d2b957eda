import type { StorageProblem } from '#sdk/contract/host/storage-problems.js';
import type { S3Options } from '../../env/storage.ts';
import { BucketError } from './bucket.ts';
import { findOwnership, markKey, type OwnershipDeps } from './ownership.ts';

/** What the names of errors mean that S3 servers answer with. */
const codes: Readonly<Record<string, StorageProblem['code']>> = {
  NoSuchBucket: 'bucket_missing',
  InvalidAccessKeyId: 'bucket_key_wrong',
  SignatureDoesNotMatch: 'bucket_key_wrong',
  AccessDenied: 'bucket_denied',
  RequestTimeTooSkewed: 'bucket_clock_wrong',
};

interface Deps extends OwnershipDeps {
  s3: S3Options;
  /** Writes something to the bucket. */
  probe(): Promise<void>;
}

/** Returns why the bucket cannot be used; null: it can. A full bucket is no problem: everything else still works. */
export async function findProblem(
  { s3, probe, ...deps }: Deps,
  options: { onlyReads?: boolean },
): Promise<StorageProblem | null> {
  const { bucket, accessKeyId: accessKey, prefix } = s3;
  const endpoint = s3.endpoint ?? `AWS ${s3.region}`;
  const object = markKey(prefix);
  const values = { bucket, accessKey, endpoint, object };
  try {
    const ownership = await findOwnership(deps, options);
    if (ownership === 'other') return { code: 'bucket_taken', params: values };
    if (ownership === 'lost') {
      return { code: 'bucket_lost', params: { ...values, mark: await deps.index.bucketMark() } };
    }
    await probe();
    return null;
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    if (error.code === 'EDQUOT') return null;
    return { code: codeOf(error), params: { ...values, reason: error.reason } };
  }
}

function codeOf({ failure: { name, status } }: BucketError): StorageProblem['code'] {
  const isAway = status === undefined || status >= 500 || status === 429;
  return codes[name] ?? (isAway ? 'bucket_unreachable' : 'bucket_refused');
}
