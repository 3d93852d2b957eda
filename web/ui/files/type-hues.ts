import type { FileType } from './file-type.ts';

/** The hue of each type of files, in degrees; it is also that of its colours in the theme. */
const typeHues: Readonly<Record<FileType, number>> = {
  picture: 195,
  film: 305,
  sound: 352,
  document: 30,
  table: 152,
  archive: 75,
  code: 250,
  folder: 265,
  other: 265,
};

/** The two hues that a file without a picture brings to the light of a page. */
export function huesOfType(type: FileType): readonly [number, number] {
  const hue = typeHues[type];
  return [hue, (hue + 320) % 360];
}
