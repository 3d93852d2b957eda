import type { PictureSize } from './png.ts';

/** Markers of frames, which begin with the size (ITU-T T.81, table B.1): all C0 to CF except these three. */
const noFrames = new Set([0xc4, 0xc8, 0xcc]);

const startOfScan = 0xda;
const endOfImage = Buffer.from([0xff, 0xd9]);

/**
 * Reads the size from the first frame, and requires a scan and the end of the image after it (ITU-T T.81, annex B).
 * Cameras append more bytes, which decoders ignore. null: the file is damaged or ends early.
 */
export function readJpegSize(file: Buffer): PictureSize | null {
  let size: PictureSize | null = null;
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff) {
      // A marker can be preceded by any number of fill bytes.
      at += 1;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > file.length) return null;
    if (isFrame(marker) && length >= 8)
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    if (marker === startOfScan) return file.includes(endOfImage, end) ? size : null;
    at = end;
  }
  return null;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker);
}
