import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureLimits } from '#sdk/contract/config/api.js';
import { AppError } from '#sdk/contract/errors.js';
import type { ImportFinding } from '#sdk/contract/host/imports.js';
import { HostError } from '#sdk/contract/host.js';
import { toPictureChange } from '../../features/config/pictures/pictures.ts';
import { requireSquarePng } from '../../features/config/pictures/png.ts';
import type { SourceSetting } from '../model.ts';

const name = 'images/logo.png';

/**
 * Reads the logo in the folder of pictures, which Pingvin Share has outside of its data. It must be one that an
 * administrator could upload here. The folder has a logo of the program, too, so it is never read by itself.
 *
 * @throws HostError `import_source_missing`
 */
export async function readLogo(
  folder: string | undefined,
): Promise<{ settings: SourceSetting[]; findings: ImportFinding[] }> {
  if (folder === undefined) return { settings: [], findings: [] };
  const path = join(folder, 'logo.png');
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new HostError('import_source_missing', { folder: path });
  const refused = (detail: string) => ({
    settings: [],
    findings: [{ code: 'logo_refused' as const, name, detail }],
  });
  if (found.size > pictureLimits.logo.bytes) return refused('logo_too_large');
  const file = await readFile(path);
  try {
    await requireSquarePng(file, pictureLimits.logo);
  } catch (error) {
    if (error instanceof AppError) return refused(error.code);
    throw error;
  }
  const { key, text } = toPictureChange('logo', file);
  return { settings: [{ name, key, value: text, logo: file }], findings: [] };
}
