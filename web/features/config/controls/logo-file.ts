import { pictureLimits } from '#sdk/contract/config/api.js';
import { AppError } from '#sdk/contract/errors.js';

const limits = pictureLimits.logo;
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Signature, length and name of the first chunk, width and height (PNG, sections 5.2 and 11.2.1). */
const headLength = 24;

/**
 * Checks the header of a picture before it is sent; the server checks all of it.
 *
 * @throws AppError `body_too_large`, `logo_not_png`, `logo_not_square`, `logo_too_large`
 */
export async function checkLogoFile(file: Blob): Promise<void> {
  if (file.size > limits.bytes) throw new AppError('body_too_large', { limit: limits.bytes });
  const head = new DataView(await file.slice(0, headLength).arrayBuffer());
  const isPng = head.byteLength === headLength && signature.every((byte, at) => head.getUint8(at) === byte);
  if (!isPng) throw new AppError('logo_not_png');
  const [width, height] = [head.getUint32(16), head.getUint32(20)];
  if (width !== height) throw new AppError('logo_not_square', { width, height });
  if (width > limits.pixels) throw new AppError('logo_too_large', { max: limits.pixels });
}
