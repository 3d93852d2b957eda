import { crc32 } from 'node:zlib';
import { AppError } from '#sdk/contract/errors.js';
import { checkPixels } from './png-pixels.ts';

type Palette = 'required' | 'possible' | 'none';

/** How the pixels of an image are stored (PNG, third edition, section 11.2.1). */
interface Header {
  width: number;
  height: number;
  bitsPerPixel: number;
  palette: Palette;
  isInterlaced: boolean;
}

interface Chunk {
  type: string;
  data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface ColourType {
  depths: readonly number[];
  channels: number;
  palette: Palette;
}

/** Section 11.2.1. */
const colourTypes: ReadonlyMap<number, ColourType> = new Map([
  [0, { depths: [1, 2, 4, 8, 16], channels: 1, palette: 'none' }],
  [2, { depths: [8, 16], channels: 3, palette: 'possible' }],
  [3, { depths: [1, 2, 4, 8], channels: 1, palette: 'required' }],
  [4, { depths: [8, 16], channels: 2, palette: 'none' }],
  [6, { depths: [8, 16], channels: 4, palette: 'possible' }],
]);

/** Chunks that a decoder must know (section 5.3); it may skip those that begin with a lower-case letter. */
const criticalTypes = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/** Chunks with further images, which are not checked here (section 11.3.6). */
const animationTypes = new Set(['acTL', 'fcTL', 'fdAT']);

/** Each chunk costs time, and an image of this size needs a few hundred. */
const maxChunks = 5000;

/** The valid orders of the critical chunks (section 5.6); a hyphen means any other chunk. */
const orders: Readonly<Record<Palette, RegExp>> = {
  required: /^IHDR (- )*PLTE (- )*(IDAT )+(- )*IEND$/,
  possible: /^IHDR (- )*(PLTE (- )*)?(IDAT )+(- )*IEND$/,
  none: /^IHDR (- )*(IDAT )+(- )*IEND$/,
};

/** First pixel and distance between pixels in each pass of an interlaced image (section 8.1). */
const passes = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];

export interface PictureSize {
  width: number;
  height: number;
}

/** Whether a file begins like a PNG. */
export function isPng(file: Buffer): boolean {
  return file.subarray(0, signature.length).equals(signature);
}

/** Reads the size of a PNG; null: its header is damaged. */
export function readPngSize(file: Buffer): PictureSize | null {
  return readHeader(file);
}

/**
 * Whether a file is one complete PNG that browsers can show. Its pixels are counted while they are unpacked, but not
 * kept: a small file can announce, and contain, very many, so the size is checked before.
 */
export async function isWholePng(file: Buffer): Promise<boolean> {
  const header = readHeader(file);
  const chunks = header && readChunks(file);
  if (!chunks || !areSound(chunks, header)) return false;
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  return (await checkPixels(data, rowLengths(header))).isWhole;
}

/**
 * Requires that the bytes are one complete square PNG. The size is checked before anything else.
 *
 * @throws AppError `logo_not_png`, `logo_not_square`, `logo_too_large`, `logo_damaged`
 */
export async function requireSquarePng(bytes: Uint8Array, { pixels }: { pixels: number }): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isPng(file)) throw new AppError('logo_not_png');
  const size = readPngSize(file);
  if (!size) throw new AppError('logo_damaged');
  const { width, height } = size;
  if (width !== height) throw new AppError('logo_not_square', { width, height });
  if (width > pixels) throw new AppError('logo_too_large', { max: pixels });
  if (!(await isWholePng(file))) throw new AppError('logo_damaged');
}

/** Reads the header before any checksum: the size decides whether the rest is read at all. */
function readHeader(file: Buffer): Header | null {
  const isHeader =
    file.length >= 33 && file.readUInt32BE(8) === 13 && file.toString('latin1', 12, 16) === 'IHDR';
  if (!isHeader) return null;
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const [depth = 0, type = 0, compression, filter, interlace = 0] = file.subarray(24, 29);
  const colour = colourTypes.get(type);
  const isKnown = colour?.depths.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  if (!colour || !isKnown || width === 0 || height === 0) return null;
  return {
    width,
    height,
    bitsPerPixel: depth * colour.channels,
    palette: colour.palette,
    isInterlaced: interlace === 1,
  };
}

/** Reads length, type, data and checksum of each chunk, to the last byte (section 5.3). */
function readChunks(file: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = signature.length;
  while (at < file.length) {
    const end = at + 12 <= file.length ? at + 12 + file.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (end > file.length || chunks.length === maxChunks) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    const isWhole = crc32(file.subarray(at + 4, end - 4)) === file.readUInt32BE(end - 4);
    if (!isWhole || !/^[A-Za-z]{4}$/.test(type)) return null;
    chunks.push({ type, data: file.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
}

function areSound(chunks: readonly Chunk[], { palette }: Header): boolean {
  const order = chunks.map(({ type }) => (criticalTypes.has(type) ? type : '-')).join(' ');
  return orders[palette].test(order) && chunks.every(isSound);
}

function isSound({ type, data: { length } }: Chunk): boolean {
  if (type === 'IEND') return length === 0;
  if (type === 'PLTE') return length > 0 && length <= 3 * 256 && length % 3 === 0;
  return (criticalTypes.has(type) || !/^[A-Z]/.test(type)) && !animationTypes.has(type);
}

/** Returns the bytes of each row, including the leading byte that names its filter (section 7.2). */
function rowLengths({ width, height, bitsPerPixel, isInterlaced }: Header): number[] {
  const rowsOf = (columns: number, rows: number) =>
    columns === 0 ? [] : Array<number>(rows).fill(1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!isInterlaced) return rowsOf(width, height);
  return passes.flatMap(({ x, y, dx, dy }) =>
    rowsOf(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
  );
}
