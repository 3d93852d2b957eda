import { PassThrough, type Readable } from 'node:stream';
import { HostError } from '#sdk/contract/host.js';
import type { S3Options } from '../env/storage.ts';
import type { Logger } from '../logger.ts';
import { reasonOf } from '../reason-of.ts';
import { openPlainBucket } from '../storage/stores.ts';

/** How the bucket of another program is reached. */
export type SourceS3 = Pick<
  S3Options,
  'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey' | 'forcePathStyle'
>;

/** The bucket of another program, which is only read. */
export interface SourceBucket {
  name: string;
  /** Bytes of each object, by its key. */
  sizes: ReadonlyMap<string, number>;
  /** @throws HostError `import_bucket_failed` */
  read(key: string, start?: number, end?: number): Promise<Readable>;
  close(): void;
}

/**
 * Opens a bucket, and lists the objects whose keys begin with one of the prefixes.
 *
 * @throws HostError `import_bucket_failed`
 */
export async function openSourceBucket(
  s3: SourceS3,
  prefixes: readonly string[],
  logger: Logger,
): Promise<SourceBucket> {
  const bucket = await openPlainBucket({ ...s3, publicUrl: null, prefix: '' }, logger);
  const explain = (error: unknown) => {
    const reason = reasonOf(error);
    return new HostError('import_bucket_failed', { bucket: s3.bucket, reason }, { cause: error });
  };
  /** A connection that breaks is not the fault of the file. */
  const explained = (body: Readable) => {
    const stream = new PassThrough();
    body.once('error', (error) => stream.destroy(explain(error)));
    stream.once('close', () => body.destroy());
    return body.pipe(stream);
  };
  const sizes = new Map<string, number>();
  try {
    for (const prefix of prefixes)
      for await (const { key, size } of bucket.list(prefix)) sizes.set(key, size);
  } catch (error) {
    bucket.close();
    throw explain(error);
  }
  return {
    name: s3.bucket,
    sizes,
    async read(key, start = 0, end = sizes.get(key) ?? 0) {
      try {
        if (start === 0 && end === sizes.get(key)) return explained(await bucket.getAll(key));
        const { signal } = new AbortController();
        return explained((await bucket.get(key, { start, end, signal })).bytes);
      } catch (error) {
        throw explain(error);
      }
    },
    close: () => bucket.close(),
  };
}
