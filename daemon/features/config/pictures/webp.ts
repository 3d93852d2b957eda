import type { PictureSize } from './png.ts';

/** Flag of the extended header for pictures that move (RFC 9649, section 2.7). */
const isAnimated = 0x02;

/** Whether the file is a WebP picture that does not move (RFC 9649, sections 2.4 and 2.7). */
export function isStillWebp(file: Buffer): boolean {
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && !(chunkName(file) === 'VP8X' && ((file[20] ?? 0) & isAnimated) !== 0);
}

/** Reads the size from the first chunk. null: the chunks do not fill the file exactly, or the first one is unknown. */
export function readWebpSize(file: Buffer): PictureSize | null {
  if (file.length < 30 || file.readUInt32LE(4) + 8 !== file.length || !areWhole(file)) return null;
  return sizes[chunkName(file)]?.(file) ?? null;
}

const chunkName = (file: Buffer) => file.toString('latin1', 12, 16);

const sizes: Readonly<Record<string, (file: Buffer) => PictureSize | null>> = {
  // RFC 6386, section 9.1: a start code, then 14 bits each.
  'VP8 ': (file) =>
    file.readUIntBE(23, 3) === 0x9d012a
      ? { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
      : null,
  // RFC 9649, section 3.4: a signature, then 14 bits each, less one.
  VP8L: (file) => {
    const bits = file.readUInt32LE(21);
    return file[20] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null;
  },
  // RFC 9649, section 2.7: 24 bits each, less one.
  VP8X: (file) => ({ width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }),
};

/** Each chunk has a name, a length and, if that is odd, one more byte (RFC 9649, section 2.3). */
function areWhole(file: Buffer): boolean {
  let at = 12;
  while (at + 8 <= file.length) {
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === file.length;
}
