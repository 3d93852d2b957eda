import type { ShareFile } from '#sdk/contract/files.js';
import { fanRatios, mostPrints } from '../../../ui/files/PrintFan.tsx';
import { ratioOf } from '../pictures.ts';
import { filesByType } from './composition.ts';

/**
 * The files that stand for a share, in its order: evenly chosen through it, and from all types of files in turn, so that
 * no type hides the others.
 */
export function choosePrints(files: readonly ShareFile[], count = mostPrints): ShareFile[] {
  const groups = [...filesByType(files).values()].sort((a, b) => b.length - a.length);
  const numbers = groups.map(() => 0);
  for (let left = Math.min(count, files.length), at = 0; left > 0; at = (at + 1) % groups.length) {
    if ((numbers[at] ?? 0) >= (groups[at]?.length ?? 0)) continue;
    numbers[at] = (numbers[at] ?? 0) + 1;
    left -= 1;
  }
  const chosen = new Set(groups.flatMap((group, index) => evenly(group, numbers[index] ?? 0)));
  return files.filter((file) => chosen.has(file));
}

function evenly<T>(items: readonly T[], count: number): T[] {
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor(((index + 0.5) * items.length) / count)],
  ).filter((item) => item !== undefined);
}

/**
 * The chosen files from back to front, each in the place that has its proportions. The main print, on top, is the widest
 * picture.
 */
export function arrangePrints(chosen: readonly ShareFile[]): ShareFile[] {
  const places = fanRatios[chosen.length] ?? [];
  const byWidth = chosen.toSorted(
    (a, b) => Number(a.thumbnail !== null) - Number(b.thumbnail !== null) || ratioOf(a) - ratioOf(b),
  );
  const main = byWidth.at(-1);
  const others = chosen.filter((file) => file !== main).toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const order = places
    .slice(0, -1)
    .map((ratio, place) => ({ ratio, place }))
    .toSorted((a, b) => a.ratio - b.ratio);
  const arranged: ShareFile[] = [];
  for (const [index, { place }] of order.entries()) {
    const file = others[index];
    if (file) arranged[place] = file;
  }
  return main ? [...arranged, main] : [];
}
