import { describe, expect, it } from 'vitest';
import { checkLogoFile } from './logo-file.ts';

/** The first bytes of a PNG picture. */
function headOf(width: number, height: number): Blob {
  const bytes = new Uint8Array(24);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return new Blob([bytes]);
}

describe('a picture that is to be the logo', () => {
  it('is taken when it is square and not too large', async () => {
    await expect(checkLogoFile(headOf(256, 256))).resolves.toBeUndefined();
  });

  it.each([
    ['a text named .png', new Blob(['not a picture at all, though long enough']), 'logo_not_png'],
    ['an empty file', new Blob([]), 'logo_not_png'],
    ['a wide one', headOf(640, 480), 'logo_not_square'],
    ['one of too many pixels', headOf(5000, 5000), 'logo_too_large'],
    ['one of too many bytes', new Blob([new Uint8Array(2_000_001)]), 'body_too_large'],
  ])('is refused before it is sent: %s', async (_, file, code) => {
    await expect(checkLogoFile(file)).rejects.toMatchObject({ code });
  });
});
