import type { S3Options } from '../../env/storage.ts';
import type { Logger } from '../../logger.ts';
import { openPlainBucket } from '../../storage/stores.ts';
import type { BackupTarget } from './target.ts';

/** Backups in a bucket, or in a folder of one. */
export async function openBucketTarget(s3: S3Options, logger: Logger): Promise<BackupTarget> {
  const { prefix } = s3;
  const bucket = await openPlainBucket(s3, logger);
  return {
    address: `s3://${s3.bucket}/${prefix}`.replace(/\/$/, ''),
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
