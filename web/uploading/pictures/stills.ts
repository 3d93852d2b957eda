import { drawnTypes, maxSentThumbnail, thumbnailSizes } from '#sdk/contract/formats/thumbnails.js';
import { extensionOf, fileTypeOf } from '../../ui/files/file-type.ts';
import { drawFilm } from './film-frame.ts';
import { toCanvas } from './to-canvas.ts';

/** Draws a file, in at most the size of a large thumbnail; null if there is nothing to see. */
type Draw = (file: File, signal: AbortSignal) => Promise<HTMLCanvasElement | null>;

/** Milliseconds for one file. */
const longestDrawing = 8000;

/** Larger pictures would take too much memory while they are decoded. */
export const largestPicture = 60_000_000;

const drawPdf: Draw = async (file, signal) => {
  const { drawFirstPage } = await import('../../lib/pdf/pdf-document.ts');
  return drawFirstPage(file, { signal, side: Math.max(...thumbnailSizes.large) });
};

/** Some browsers know formats that the server does not, such as HEIC. */
const drawPicture: Draw = async (file) => {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    return width > 0 && height > 0 ? toCanvas(image, { width, height }) : null;
  } finally {
    URL.revokeObjectURL(address);
  }
};

function drawingOf({ name, type, size }: File): Draw | null {
  const fileType = fileTypeOf(name);
  if (fileType === 'film') return drawFilm;
  if (extensionOf(name) === 'pdf') return drawPdf;
  return fileType === 'picture' && !drawnTypes.has(type) && size <= largestPicture ? drawPicture : null;
}

/** Whether only the browser of the sender may be able to make a picture of a file. */
export function hasStill(file: File): boolean {
  return file.size > 0 && drawingOf(file) !== null;
}

/** As long as the file is referred to, its still is kept for the list and for the server. */
const stills = new WeakMap<File, Promise<Blob | null>>();
let last: Promise<unknown> = Promise.resolve();

/** A still of a file: a frame of a film, the first page of a PDF. Each is made once, one after the other. */
export function stillOf(file: File): Promise<Blob | null> {
  const known = stills.get(file);
  if (known) return known;
  const made = last.then(() => makeStill(file)).catch(() => null);
  stills.set(file, made);
  last = made;
  return made;
}

async function makeStill(file: File): Promise<Blob | null> {
  const signal = AbortSignal.timeout(longestDrawing);
  const ended = new Promise<null>((resolve) =>
    signal.addEventListener('abort', () => resolve(null), { once: true }),
  );
  const canvas = await Promise.race([drawingOf(file)?.(file, signal), ended]);
  return canvas ? encode(canvas) : null;
}

/** The first encoding that the server accepts. Not every browser writes WebP; such a one answers with PNG. */
async function encode(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const [type, quality] of encodings) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (blob?.type === type && blob.size <= maxSentThumbnail) return blob;
  }
  return null;
}

const encodings = [
  ['image/webp', 0.8],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.5],
] as const;
