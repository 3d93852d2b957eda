import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { outcomeOf } from '../../../testing/clients.ts';
import { type PngOptions, pngChunk, pngSignature, writePng } from '../../../testing/png.ts';
import { requireSquarePng } from './png.ts';
import { checkPixels } from './png-pixels.ts';

const limits = { pixels: 4096 };
const check = (bytes: Uint8Array) => outcomeOf(requireSquarePng(bytes, limits));

const withChunks = (...chunks: readonly Buffer[]) => Buffer.concat([pngSignature, ...chunks]);
const header = writePng({ width: 16 }).subarray(8, 33);
const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(16 * 65)));
const end = pngChunk('IEND');

it.each<[string, PngOptions]>([
  ['with colours and transparency', { width: 16 }],
  ['of one pixel', { width: 1 }],
  ['of the largest size', { width: 4096, depth: 1, colourType: 0 }],
  ['in grey with one bit', { width: 17, depth: 1, colourType: 0 }],
  ['with a palette', { width: 16, depth: 4, colourType: 3 }],
  ['with sixteen bits', { width: 5, depth: 16, colourType: 6 }],
  ['interlaced', { width: 13, interlace: 1 }],
  ['interlaced, of one pixel', { width: 1, interlace: 1 }],
])('takes a picture %s', async (_name, options) => {
  expect(await check(writePng(options))).toBe('ok');
});

it('takes pixels in several chunks and what others may skip', async () => {
  const data = deflateSync(Buffer.alloc(16 * 65));
  const halves = [data.subarray(0, 9), data.subarray(9)].map((half) => pngChunk('IDAT', half));
  const comment = pngChunk('tEXt', Buffer.from('Comment\0hello'));
  expect(await check(withChunks(header, comment, ...halves, comment, end))).toBe('ok');
});

it.each([
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['nothing', Buffer.alloc(0)],
])('refuses %s', async (_name, bytes) => {
  expect(await check(bytes)).toBe('logo_not_png');
});

it('names the sides of a picture that is not square', async () => {
  const refused = requireSquarePng(writePng({ width: 16, height: 9 }), limits);
  await expect(refused).rejects.toMatchObject({
    code: 'logo_not_square',
    params: { width: 16, height: 9 },
  });
});

it('refuses a size that is too large before it reads anything else', async () => {
  const huge = writePng({ width: 100_000, content: Buffer.alloc(0) }).subarray(0, 33);
  expect(await check(huge)).toBe('logo_too_large');
});

it.each([
  ['more pixels than announced', writePng({ width: 16, content: Buffer.alloc(16 * 65 + 1) })],
  ['fewer pixels than announced', writePng({ width: 16, content: Buffer.alloc(16 * 65 - 1) })],
  ['a bomb of 200 MB', writePng({ width: 16, content: Buffer.alloc(200_000_000) })],
  ['bytes behind the end', Buffer.concat([writePng({ width: 16 }), Buffer.from('<script>')])],
  ['a row of an unknown filter', writePng({ width: 16, content: withFilter(9) })],
  ['an end that holds something', withChunks(header, pixels, pngChunk('IEND', Buffer.from('x')))],
  ['a palette of half a colour', withPalette(6, 1)],
  ['more than 256 colours', withPalette(6, 771)],
  ['no colour in its palette', withPalette(3, 0)],
  ['a palette beside grey', withPalette(0, 3)],
  ['a palette beside grey with transparency', withPalette(4, 3)],
  ['moving parts', withChunks(header, pngChunk('acTL', Buffer.alloc(8)), pixels, end)],
  [
    'more chunks than anybody needs',
    withChunks(header, Buffer.concat(Array(5001).fill(pngChunk('tEXt'))), pixels, end),
  ],
  ['an end that is missing', writePng({ width: 16 }).subarray(0, -12)],
  ['half of it', writePng({ width: 64 }).subarray(0, 50)],
  ['no pixels', withChunks(header, end)],
  ['pixels apart', withChunks(header, pixels, pngChunk('tIME', Buffer.alloc(7)), pixels, end)],
  ['a chunk that nobody knows', withChunks(header, pngChunk('EVIL'), pixels, end)],
  ['two headers', withChunks(header, header, pixels, end)],
  ['no palette', removePalette(writePng({ width: 16, depth: 8, colourType: 3 }))],
  ['an unknown kind of colours', writePng({ width: 16, colourType: 5 })],
  ['an unknown depth', writePng({ width: 16, depth: 3 })],
  ['an unknown order of rows', writePng({ width: 16, interlace: 2 })],
  ['no size', writePng({ width: 0 })],
  ['pixels that are not compressed', withChunks(header, pngChunk('IDAT', Buffer.alloc(100)), end)],
  ['a chunk longer than the file', lengthen(writePng({ width: 16 }))],
  ['a wrong checksum', flipLastBit(writePng({ width: 16 }))],
  [
    'something hidden behind the pixels',
    withChunks(
      header,
      pngChunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(16 * 65)), Buffer.from('hidden')])),
      end,
    ),
  ],
])('refuses a picture with %s', async (_name, bytes) => {
  expect(await check(bytes)).toBe('logo_damaged');
});

it('may suggest colours to screens of few', async () => {
  expect(await check(withPalette(2, 768))).toBe('ok');
});

it.each<[string, PngOptions, number]>([
  ['the last row', { width: 16 }, 15 * 65],
  ['a row of a later pass', { width: 16, interlace: 1 }, 53],
])('looks at the filter of %s', async (_name, options, at) => {
  const content = inflateSync(pixelsOf(writePng(options)));
  expect(await check(writePng({ ...options, content }))).toBe('ok');
  content[at] = 5;
  expect(await check(writePng({ ...options, content }))).toBe('logo_damaged');
});

it('unpacks no more of a bomb than its size allows', async () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000));
  const { isWhole, unpacked } = await checkPixels([bomb], [65, 65]);
  expect(isWhole).toBe(false);
  expect(unpacked).toBeLessThan(100_000);
});

function withFilter(filter: number): Buffer {
  const content = Buffer.alloc(16 * 65);
  content[65] = filter;
  return content;
}

/** Makes an image of 16 pixels with a palette of `bytes` bytes. */
function withPalette(colourType: number, bytes: number): Buffer {
  const file = removePalette(writePng({ width: 16, colourType }));
  return Buffer.concat([file.subarray(0, 33), pngChunk('PLTE', Buffer.alloc(bytes)), file.subarray(33)]);
}

function pixelsOf(file: Buffer): Buffer {
  const at = file.indexOf('IDAT') + 4;
  return file.subarray(at, at + file.readUInt32BE(at - 8));
}

function removePalette(file: Buffer): Buffer {
  if (!file.includes('PLTE')) return file;
  const at = file.indexOf('PLTE') - 4;
  return Buffer.concat([file.subarray(0, at), file.subarray(at + 12 + file.readUInt32BE(at))]);
}

function lengthen(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt32BE(0xffff_fff0, 33);
  return copy;
}

function flipLastBit(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8((copy.at(-1) ?? 0) ^ 1, copy.length - 1);
  return copy;
}
