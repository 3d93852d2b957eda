import { AppError } from '#sdk/contract/errors.js';
import { readJpegSize } from './jpeg.ts';
import { isPng, isWholePng, type PictureSize, readPngSize } from './png.ts';
import { isStillWebp, readWebpSize } from './webp.ts';

/** A format that every browser shows. Pictures that move are none of them. */
interface PictureKind {
  mediaType: string;
  matches(file: Buffer): boolean;
  /** null: the file is damaged or ends early. */
  readSize(file: Buffer): PictureSize | null;
  /** Checked once the size is known to be within the limits. */
  isWhole?(file: Buffer): Promise<boolean>;
}

const kinds: readonly PictureKind[] = [
  {
    mediaType: 'image/jpeg',
    matches: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
    readSize: readJpegSize,
  },
  { mediaType: 'image/png', matches: isPng, readSize: readPngSize, isWhole: isWholePng },
  { mediaType: 'image/webp', matches: isStillWebp, readSize: readWebpSize },
];

/** Recognizes a picture by its first bytes; null: it is of none of the formats. */
export function mediaTypeOfPicture(file: Buffer): string | null {
  return kinds.find(({ matches }) => matches(file))?.mediaType ?? null;
}

/**
 * Requires that the bytes are one picture that browsers can show as a background.
 *
 * @throws AppError `cover_wrong_type`, `cover_too_large`, `cover_damaged`
 */
export async function requireCover(bytes: Uint8Array, { pixels }: { pixels: number }): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = kinds.find(({ matches }) => matches(file));
  if (!kind) throw new AppError('cover_wrong_type');
  const size = kind.readSize(file);
  if (!size || size.width === 0 || size.height === 0) throw new AppError('cover_damaged');
  if (Math.max(size.width, size.height) > pixels) throw new AppError('cover_too_large', { max: pixels });
  if (kind.isWhole && !(await kind.isWhole(file))) throw new AppError('cover_damaged');
}
