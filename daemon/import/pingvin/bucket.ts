import type { Logger } from '../../logger.ts';
import { openSourceBucket, type SourceBucket, type SourceS3 } from '../source-bucket.ts';
import { keyPrefixes } from './shares.ts';

interface Configured {
  /** Returns the effective text of a setting of the program. */
  textAt(key: string): string | null;
  /** Some shares say that their files are there. */
  hasShares: boolean;
  /** The address of the server, if it is another one from here. */
  endpoint: string | undefined;
}

/**
 * Opens the bucket that the program has stored files in; null: there is none.
 *
 * @throws HostError `import_bucket_failed`
 */
export async function openConfiguredBucket(
  { textAt, hasShares, endpoint }: Configured,
  logger: Logger,
): Promise<SourceBucket | null> {
  const s3 = readS3(textAt, endpoint);
  if (!s3 || !(hasShares || textAt('s3.enabled') === 'true')) return null;
  return openSourceBucket(s3, keyPrefixes(textAt('s3.bucketPath')), logger);
}

function readS3(textAt: Configured['textAt'], other: string | undefined): SourceS3 | null {
  const endpoint = other ?? textAt('s3.endpoint');
  const bucket = textAt('s3.bucketName');
  const [accessKeyId, secretAccessKey] = [textAt('s3.key'), textAt('s3.secret')];
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  // Whatever the server is, the program has put the bucket into the path.
  const region = textAt('s3.region') || 'us-east-1';
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, forcePathStyle: true };
}
