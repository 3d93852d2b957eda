import { fileTypeOf } from '../../ui/files/file-type.ts';
import { mostPrints } from '../../ui/files/PrintFan.tsx';
import type { PickedFiles } from '../picked-files.ts';

/** The files that are printed: at most five, evenly through all of them, pictures before anything else. */
export function printsOf(files: PickedFiles): File[] {
  const all = [...files.values()];
  const pictures = all.filter(({ name }) => fileTypeOf(name) === 'picture');
  const others = all.filter(({ name }) => fileTypeOf(name) !== 'picture');
  const chosen = evenly(pictures, mostPrints);
  // The last one lies on top: it is a picture, if there is any.
  return [...evenly(others, mostPrints - chosen.length), ...chosen];
}

function evenly<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)],
  ).filter((item) => item !== undefined);
}
