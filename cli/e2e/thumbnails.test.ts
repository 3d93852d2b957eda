import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, filesFromPaths, type NodeClient } from '#sdk/index.js';
import { pngChunk, pngSignature, writePng } from '../../daemon/testing/png.ts';
import { admin, startServer, type TestServer } from './server.ts';

/** The built server, and the built program that draws for it. */

let folder: string;
let server: TestServer;
let client: NodeClient;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-e2e-'));
  const output = () => openSync(path.join(folder, 'log'), 'a');
  const settings = { FILESHARE_LOG_LEVEL: 'info' };
  server = await startServer(path.join(folder, 'data'), settings, { stdout: output(), stderr: output() });
  client = createClient({ baseUrl: server.url });
  await client.session.signIn({ identifier: admin.username, password: admin.password });
});

afterAll(async () => {
  await server?.kill();
  await rm(folder, { recursive: true, force: true });
});

const log = () => readFile(path.join(folder, 'log'), 'utf8');

/** Shares files; returns the id of the share. */
async function share(files: Readonly<Record<string, Buffer>>): Promise<string> {
  const target = await mkdtemp(path.join(folder, 'files-'));
  await mkdir(target, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(target, name), content);
  const paths = Object.keys(files).map((name) => path.join(target, name));
  return (await client.uploadFiles(await filesFromPaths(paths))).share.id;
}

/** The size of the picture of each file that has a thumbnail. */
async function pictures(id: string): Promise<Record<string, string>> {
  const { files } = await client.files.listOwned({ params: { id }, query: {} });
  return Object.fromEntries(
    files.flatMap(({ name, thumbnail }) =>
      thumbnail ? [[name, `${thumbnail.width} × ${thumbnail.height}`]] : [],
    ),
  );
}

const photo = writePng({ width: 800, height: 600, colourType: 2 });

it('draws a picture after it was uploaded', async () => {
  const id = await share({ 'photo.png': photo });
  await expect.poll(() => pictures(id)).toEqual({ 'photo.png': '800 × 600' });
  const { files } = await client.files.listOwned({ params: { id }, query: {} });
  const { token } = await client.shares.open({ params: { id }, body: {} });
  const answer = await fetch(client.thumbnailUrl(id, files[0]?.id ?? '', 'small'), {
    headers: { 'x-share-token': token },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, bytes.toString('latin1', 8, 12)]).toEqual([200, 'WEBP']);
});

it('loses only the process that draws to a hostile picture', async () => {
  const hostile = await share({
    'bomb.png': bomb(14_000),
    'half.png': photo.subarray(0, photo.length / 2),
    'text.jpg': Buffer.from('this is no picture'),
  });
  await expect.poll(log).toContain('the process has ended');
  const id = await share({ 'photo.png': photo });
  await expect.poll(() => pictures(id)).toEqual({ 'photo.png': '800 × 600' });
  expect(await pictures(hostile)).toEqual({});
  // The server itself is the same one, and ends as it should.
  expect((await log()).match(/fileshare is ready/g)).toHaveLength(1);
  expect(await server.stop()).toBe(0);
});

/** The seven passes of an interlaced PNG: the first column and row of each, and the steps to the next ones. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A small file whose pixels need more memory than the process may use: interlaced, so that all of them do at once. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 1], 8);
  let size = 0;
  for (const [left, top, right, down] of passes)
    size += Math.ceil((side - top) / down) * (1 + 4 * Math.ceil((side - left) / right));
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', zeros(size)),
    pngChunk('IEND'),
  ]);
}

/** So many zeros, compressed, without ever having them in memory: a block between two flushes can be repeated. */
function zeros(size: number): Buffer {
  const block = 16 * 1024 * 1024;
  const compress = (count: number) =>
    deflateRawSync(Buffer.alloc(count), { finishFlush: constants.Z_FULL_FLUSH });
  const whole = Array.from<Buffer>({ length: Math.floor(size / block) }).fill(compress(block));
  const checksum = Buffer.alloc(4);
  // Adler-32 of zeros.
  checksum.writeUInt16BE(size % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  const parts = [Buffer.from([0x78, 0x01]), ...whole, compress(size % block), deflateRawSync(''), checksum];
  return Buffer.concat(parts);
}
