import { HostError } from '#sdk/contract/host.js';
import type { S3Options } from '../../env/storage.ts';
import type { Logger } from '../../logger.ts';
import { openPlainBucket } from '../../storage/stores.ts';
import { addressOfBucket, type BackupTarget } from './target.ts';

type PlainBucket = Awaited<ReturnType<typeof openPlainBucket>>;

interface Options {
  logger: Logger;
  /** Otherwise it exists with its first object. */
  mustExist: boolean;
}

/**
 * Backups in a bucket, or in a folder of one.
 *
 * @throws HostError `backup_target_not_found`
 */
export async function openBucketTarget(s3: S3Options, { logger, mustExist }: Options): Promise<BackupTarget> {
  const { prefix } = s3;
  const address = addressOfBucket(s3);
  const bucket = await openPlainBucket(s3, logger);
  if (mustExist && !(await hasObjects(bucket, prefix))) {
    bucket.close();
    throw new HostError('backup_target_not_found', { target: address });
  }
  return {
    address,
    put: (path, file) => bucket.putStream(prefix + path, file),
    get: (path) => bucket.getAll(prefix + path),
    async *list(folder) {
      const start = `${prefix}${folder}/`;
      for await (const { key, size } of bucket.list(start)) {
        const name = key.slice(start.length);
        if (!name.includes('/')) yield { name, size };
      }
    },
    async remove(path) {
      const [left] = await bucket.deleteMany([prefix + path]);
      if (left !== undefined) throw new Error(`${left} cannot be deleted`);
    },
    close: async () => bucket.close(),
  };
}

/** A folder of a bucket exists as long as an object is in it. */
async function hasObjects(bucket: PlainBucket, prefix: string): Promise<boolean> {
  try {
    for await (const _object of bucket.list(prefix)) return true;
    return false;
  } catch (error) {
    if (isBucketMissing(error)) return false;
    throw error;
  }
}

/** The class of the error is loaded with the SDK of S3. */
function isBucketMissing(error: unknown): boolean {
  const failure = error instanceof Error && 'failure' in error ? error.failure : null;
  return (
    typeof failure === 'object' && failure !== null && 'name' in failure && failure.name === 'NoSuchBucket'
  );
}
