import { crc32, deflateSync } from 'node:zlib';

export interface PngOptions {
  width: number;
  /** Default: the width. */
  height?: number;
  depth?: number;
  /** Default: colors with transparency. */
  colourType?: number;
  interlace?: number;
  /** The pixels with their filters; default: the right number of black ones. */
  content?: Buffer;
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Creates an image of one color. */
export function writePng(options: PngOptions): Buffer {
  const { width, height = width, depth = 8, colourType = 6, interlace = 0 } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlace], 8);
  const channels = [1, 0, 3, 1, 2, 0, 4][colourType] ?? 1;
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * depth * channels) / 8));
  const size = interlace === 1 ? interlacedSize(width, bytesOf) : bytesOf(width, height);
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...(colourType === 3 ? [pngChunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255]))] : []),
    pngChunk('IDAT', deflateSync(options.content ?? Buffer.alloc(size))),
    pngChunk('IEND'),
  ]);
}

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const frame = Buffer.alloc(12 + data.length);
  frame.writeUInt32BE(data.length, 0);
  frame.write(type, 4, 'latin1');
  data.copy(frame, 8);
  frame.writeUInt32BE(crc32(frame.subarray(4, 8 + data.length)), 8 + data.length);
  return frame;
}

/** Counts pixel by pixel which of the seven passes each belongs to. */
function interlacedSize(side: number, bytesOf: (columns: number, rows: number) => number): number {
  const pattern = ['1646', '7777', '5656', '7777', '3646', '7777', '5656', '7777'];
  const passOf = (x: number, y: number) => {
    const row = pattern[y % 8] ?? '';
    // The pattern is eight pixels wide; its right half differs only in the first row.
    return x % 8 === 4 && y % 8 === 0 ? '2' : (row[x % 4] ?? '');
  };
  const numbers = Array.from({ length: side }, (_value, index) => index);
  return ['1', '2', '3', '4', '5', '6', '7']
    .map((pass) => {
      const columns = numbers.filter((x) => numbers.some((y) => passOf(x, y) === pass));
      const rows = numbers.filter((y) => numbers.some((x) => passOf(x, y) === pass));
      return bytesOf(columns.length, rows.length);
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
