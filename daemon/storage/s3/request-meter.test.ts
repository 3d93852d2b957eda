import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../logger.ts';
import { type Bucket, openBucket } from './bucket.ts';

let server: Server;
let bucket: Bucket;
/** What the server answers next; afterwards 200. */
let statuses: number[];

beforeEach(async () => {
  statuses = [];
  server = createServer((req, res) => {
    res.writeHead(statuses.shift() ?? 200, { 'content-length': 0 });
    req.resume().on('end', () => res.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  bucket = openBucket(
    {
      endpoint: `http://127.0.0.1:${port}`,
      publicUrl: null,
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: true,
      prefix: '',
    },
    createLogger({ level: 'silent', format: 'json' }),
  );
});

afterEach(() => {
  bucket.close();
  server.close();
});

const countOf = (operation: string) => {
  const { requests, errors } = bucket.meter.get(operation) ?? {};
  return [requests, errors];
};

it('counts each request, and those that are repeated after an error', async () => {
  statuses = [503];
  await bucket.put('a', Buffer.alloc(0), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(countOf('PutObject')).toEqual([2, 1]);
  expect(bucket.meter.get('PutObject')?.seconds).toBeGreaterThan(0);
});

it('does not take an object that is missing for an error', async () => {
  statuses = [404];
  expect(await bucket.has('a')).toBe(false);
  expect(countOf('HeadObject')).toEqual([1, 0]);
});

it('counts a server that does not answer', async () => {
  server.close();
  server.closeAllConnections();
  await expect(bucket.has('a')).rejects.toThrow('HeadObject');
  const [requests = 0, errors] = countOf('HeadObject');
  expect(requests).toBeGreaterThan(1);
  expect(errors).toBe(requests);
});
