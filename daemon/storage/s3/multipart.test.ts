import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer, type TestServer } from '#sdk/testing/http-server.js';
import { abortUploads, joinParts } from './multipart.ts';

let server: TestServer;
let client: S3Client;
const requests: string[] = [];
let answerOf: (method: string, url: URL) => string;

beforeEach(async () => {
  requests.splice(0);
  server = await startServer((request, response) => {
    const { method = '', url = '' } = request;
    requests.push(method);
    request.resume();
    response.writeHead(200, { etag: '"part"' }).end(answerOf(method, new URL(url, 'http://bucket.test')));
  });
  client = new S3Client({
    endpoint: server.url,
    region: 'any',
    forcePathStyle: true,
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  });
});
afterEach(async () => {
  client.destroy();
  await server.close();
});

it('sends no more parts once one has failed, and aborts the upload last', async () => {
  answerOf = () => '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>';
  let reads = 0;
  const parts = Array.from({ length: 100 }, (_, index) => ({
    async read() {
      reads += 1;
      if (index === 0) throw new Error('the piece is lost');
      return new Uint8Array(10);
    },
  }));
  const { signal } = new AbortController();
  const joined = joinParts(client, { Bucket: 'bucket', Key: 'key' }, { parts, signal });
  await expect(joined).rejects.toThrow('the piece is lost');
  expect(reads).toBeLessThan(10);
  expect(requests.at(-1)).toBe('DELETE');
});

it('aborts the uploads of all pages of the list', async () => {
  const page = (key: string, more: string) =>
    `<ListMultipartUploadsResult>${more}<Upload><Key>${key}</Key><UploadId>${key}</UploadId>` +
    '<Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload></ListMultipartUploadsResult>';
  const next =
    '<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker><NextUploadIdMarker>a</NextUploadIdMarker>';
  answerOf = (method, url) => {
    if (method !== 'GET') return '';
    return url.searchParams.get('key-marker') === 'a' ? page('b', '') : page('a', next);
  };
  const at = { Bucket: 'bucket', Prefix: '' };
  expect(await abortUploads(client, at, new Date('2026-01-01T00:00:00Z'))).toBe(0);
  expect(await abortUploads(client, at, new Date('2026-01-02T00:00:00Z'))).toBe(2);
});
