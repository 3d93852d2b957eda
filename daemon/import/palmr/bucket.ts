import { readFile } from 'node:fs/promises';
import { HostError } from '#sdk/contract/host.js';
import type { SourceS3 } from '../source-bucket.ts';

/**
 * Reads how Palmr reaches its bucket, from a file with its environment: lines like `S3_ENDPOINT=s3.example.org`.
 *
 * @throws HostError `import_source_missing`, `import_bucket_unknown`
 */
export async function readBucketFile(file: string): Promise<SourceS3> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new HostError('import_source_missing', { folder: file }, { cause: error });
  });
  const texts = new Map<string, string>();
  for (const line of content.split(/\r?\n/)) {
    // As in files for Docker, and with `- ` in front as in a compose file.
    const [, name, value = ''] =
      /^\s*(?:-\s+)?(?:export\s+)?(S3_[A-Z_]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (name) texts.set(name, value.replace(/^(["'])(.*)\1$/, '$2'));
  }
  const host = texts.get('S3_ENDPOINT');
  const bucket = texts.get('S3_BUCKET_NAME');
  const [accessKeyId, secretAccessKey] = [texts.get('S3_ACCESS_KEY'), texts.get('S3_SECRET_KEY')];
  if (!host || !bucket || !accessKeyId || !secretAccessKey)
    throw new HostError('import_bucket_unknown', { file });
  const scheme = texts.get('S3_USE_SSL') === 'true' ? 'https' : 'http';
  const port = texts.get('S3_PORT') ? `:${texts.get('S3_PORT')}` : '';
  return {
    endpoint: `${scheme}://${host}${port}`,
    bucket,
    region: texts.get('S3_REGION') || 'us-east-1',
    accessKeyId,
    secretAccessKey,
    forcePathStyle: texts.get('S3_FORCE_PATH_STYLE') === 'true',
  };
}
