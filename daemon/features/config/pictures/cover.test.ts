import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { outcomeOf, signIn } from '../../../testing/clients.ts';
import { writePng } from '../../../testing/png.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { requireCover } from './cover.ts';

const check = (bytes: Uint8Array) => outcomeOf(requireCover(bytes, { pixels: 6000 }));

/** A segment of a JPEG: marker, length, content (ITU-T T.81, section B.1). */
function segment(marker: number, content: readonly number[]): number[] {
  const length = content.length + 2;
  return [0xff, marker, length >> 8, length & 255, ...content];
}

function writeJpeg({ width = 640, height = 480, frame = 0xc0, tail = [0xff, 0xd9] } = {}): Buffer {
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0]),
    ...segment(0xc4, [0]),
    0xff,
    ...segment(frame, [8, height >> 8, height & 255, width >> 8, width & 255, 1]),
    ...segment(0xda, [1]),
    1,
    2,
    3,
    ...tail,
  ]);
}

function writeWebp(name: string, content: readonly number[]): Buffer {
  const padded = content.length % 2 === 0 ? content : [...content, 0];
  const head = Buffer.alloc(20);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(12 + padded.length, 4);
  head.write('WEBP', 8, 'latin1');
  head.write(name, 12, 'latin1');
  head.writeUInt32LE(content.length, 16);
  return Buffer.concat([head, Buffer.from(padded)]);
}

const [low, high] = [640 & 255, 640 >> 8];
const lossy = [0, 0, 0, 0x9d, 0x01, 0x2a, low, high, 480 & 255, 480 >> 8];
const extended = (flags: number) => [flags, 0, 0, 0, 0x7f, 2, 0, 0xdf, 1, 0];
const bits = (width: number, height: number) => {
  const size = Buffer.alloc(5);
  size[0] = 0x2f;
  size.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  return [...size, 0, 0, 0, 0, 0];
};

describe('a background picture', () => {
  it.each([
    ['JPEG', writeJpeg()],
    ['progressive JPEG', writeJpeg({ frame: 0xc2 })],
    ['JPEG with more behind its end', writeJpeg({ tail: [0xff, 0xd9, 1, 2, 3] })],
    ['PNG', writePng({ width: 40, height: 20 })],
    ['WebP', writeWebp('VP8 ', lossy)],
    ['lossless WebP', writeWebp('VP8L', bits(640, 480))],
    ['extended WebP', writeWebp('VP8X', extended(0x10))],
    ['picture of the largest size', writeJpeg({ width: 6000, height: 6000 })],
  ])('can be a %s', async (_name, bytes) => {
    expect(await check(bytes)).toBe('ok');
  });

  const webp = writeWebp('VP8 ', lossy);
  it.each([
    ['nothing', Buffer.alloc(0), 'cover_wrong_type'],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'cover_wrong_type'],
    ['a GIF', Buffer.from('GIF89a............................'), 'cover_wrong_type'],
    ['a WebP that moves', writeWebp('VP8X', extended(0x02)), 'cover_wrong_type'],
    ['sound in the same container', Buffer.from('RIFF....WAVEfmt ..............'), 'cover_wrong_type'],
    ['too wide', writeJpeg({ width: 6001 }), 'cover_too_large'],
    ['too high', writeWebp('VP8L', bits(640, 6001)), 'cover_too_large'],
    [
      'too large a PNG, whatever its pixels',
      writePng({ width: 6001, content: Buffer.alloc(1) }),
      'cover_too_large',
    ],
    ['of no width', writeJpeg({ width: 0 }), 'cover_damaged'],
    ['without an end', writeJpeg({ tail: [] }), 'cover_damaged'],
    ['without a frame', writeJpeg({ frame: 0xc8 }), 'cover_damaged'],
    ['only a beginning', writeJpeg().subarray(0, 12), 'cover_damaged'],
    ['garbage after the beginning', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 3, 0, 7, 7, 7]), 'cover_damaged'],
    ['a PNG without its pixels', writePng({ width: 20, content: Buffer.alloc(1) }), 'cover_damaged'],
    ['a WebP cut off', webp.subarray(0, webp.length - 2), 'cover_damaged'],
    ['a WebP of an unknown kind', writeWebp('ABCD', lossy), 'cover_damaged'],
    ['a WebP without its start code', writeWebp('VP8 ', lossy.fill(0, 3, 4)), 'cover_damaged'],
  ])('is not %s', async (_name, bytes, code) => {
    expect(await check(bytes)).toBe(code);
  });
});

describe('the background picture of an instance', () => {
  let app: TestApp;
  let client: NodeClient;
  const upload = (bytes: Uint8Array) => client.configs.uploadCover({ file: new Blob([Buffer.from(bytes)]) });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });
  const valueOf = async () => {
    const variables = await client.configs.list();
    return variables.find(({ key }) => key === 'general.cover')?.value ?? null;
  };

  beforeAll(async () => {
    app = await startApp();
    client = await signIn(app);
  });
  afterAll(async () => {
    await client.close();
    await app.stop();
  });
  beforeEach(async () => {
    await client.configs.update({ body: [{ key: 'general.cover', value: '' }] });
  });

  it.each([
    ['image/jpeg', writeJpeg()],
    ['image/png', writePng({ width: 40, height: 20 })],
    ['image/webp', writeWebp('VP8L', bits(640, 480))],
  ])('is served to everybody as what it is: %s', async (type, bytes) => {
    const { value } = await upload(bytes);
    expect(value).toMatch(/^\/img\/cover\?v=[\w-]{22}$/);
    expect(await valueOf()).toBe(value);
    const response = await get(value ?? '');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const etag = response.headers.get('etag') ?? '';
    const again = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await get('/img/cover', again)).status).toBe(304);
  });

  it('can be taken away, and leaves nothing', async () => {
    await upload(writeJpeg());
    await client.configs.update({ body: [{ key: 'general.cover', value: '' }] });
    expect(await valueOf()).toBe(null);
    expect((await get('/img/cover', { accept: 'image/*' })).status).toBe(404);
    expect(await app.app.core.uow.read.instanceFiles.find('general.cover')).toBe(null);
  });

  it('stays when another one is refused, and does not touch the logo', async () => {
    const { value } = await upload(writeJpeg());
    expect(await outcomeOf(upload(Buffer.from('GIF89a')))).toBe('cover_wrong_type');
    expect(await outcomeOf(upload(Buffer.alloc(5 * 1024 * 1024 + 1)))).toBe('body_too_large');
    const body = [{ key: 'general.cover', value: '/img/cover?v=x' }];
    expect(await outcomeOf(client.configs.update({ body }))).toBe('config_invalid');
    expect(await valueOf()).toBe(value);
    const variables = await client.configs.list();
    expect(variables.find(({ key }) => key === 'general.logo')?.value).toBe(null);
  });

  it('may have five mebibytes', async () => {
    const tail = [0xff, 0xd9, ...new Uint8Array(5 * 1024 * 1024)];
    expect(await outcomeOf(upload(writeJpeg({ tail }).subarray(0, 5 * 1024 * 1024)))).toBe('ok');
  });

  it('comes with an accent colour in the first bytes of the page', async () => {
    const html = async () => (await get('/', { accept: 'text/html' })).text();
    expect(await html()).toContain('data-accent="#2a3bd6"');
    const set = (value: string) => client.configs.update({ body: [{ key: 'general.accentColor', value }] });
    await set('#A8431D');
    expect(await html()).toContain('data-accent="#A8431D"');
    for (const wrong of ['red', '#fff', '#12345g', 'a8431d', '#a8431d;', '"><i>']) {
      expect(await outcomeOf(set(wrong))).toBe('config_invalid');
    }
    await set('');
    expect(await html()).toContain('data-accent="#2a3bd6"');
  });
});
