import { expect, it } from 'vitest';
import type { S3Options } from '../../env/storage.ts';
import { createLogger } from '../../logger.ts';
import { openBucket } from './bucket.ts';

const options: S3Options = {
  endpoint: null,
  publicUrl: null,
  bucket: 'files',
  region: 'eu-central-1',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  forcePathStyle: false,
  prefix: '',
};

it.each<[string, Partial<S3Options>]>([
  ['https://files.s3.eu-central-1.amazonaws.com/b/00/1', {}],
  ['http://s3:9000/files/b/00/1', { endpoint: 'http://s3:9000', forcePathStyle: true }],
  ['https://cdn.org/x/files/b/00/1', { publicUrl: 'https://cdn.org/x/', forcePathStyle: true }],
  ['https://files.cdn.org:8443/b/00/1', { endpoint: 'http://s3', publicUrl: 'https://cdn.org:8443' }],
])('links to %s for a minute', async (expected, changes) => {
  const bucket = openBucket({ ...options, ...changes }, createLogger({ level: 'silent', format: 'json' }));
  const answer = { type: 'image/png', disposition: `attachment; filename="a b.png"` };
  const link = new URL(await bucket.presign('b/00/1', answer));
  bucket.close();
  expect(link.origin + link.pathname).toBe(expected);
  const { searchParams: query } = link;
  expect(query.get('X-Amz-Expires')).toBe('60');
  expect(query.get('response-content-type')).toBe('image/png');
  expect(query.get('response-content-disposition')).toBe(answer.disposition);
});
