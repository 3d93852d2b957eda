import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Follows the links in a path whose last parts may not exist yet. What this process cannot look into stays as it is
 * written.
 */
export async function realPathOf(path: string): Promise<string> {
  const whole = resolve(path);
  try {
    return await realpath(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(await realPathOf(parent), basename(whole));
  }
}

/** Whether a place is a folder or in it. Both are real paths: a link leads elsewhere than its name says. */
export function isWithin(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}
