import { AppError } from '#sdk/contract/errors.js';

/** Larger than what most screens show; photos of phones are twice as large. */
const maxSide = 2560;

/**
 * Prepares a picture to be the background: upright, no larger than screens show, and without what cameras write into
 * their pictures, such as the place. Everything is accepted that the browser can show.
 *
 * @throws AppError `cover_wrong_type`
 */
export async function prepareCover(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new AppError('cover_wrong_type', undefined, { cause });
  });
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser has no canvas');
  // A JPEG has no transparency: it would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture cannot be written'))),
      'image/jpeg',
      0.86,
    );
  });
}
