import { resolve, sep } from 'node:path';

/** Returns the absolute path of something in a folder; nothing when a stored name leads out of it. */
export function pathsBelow(folder: string, relative: string): string[] {
  const root = resolve(folder);
  // A key with slashes at its beginning is in folders without names.
  const path = resolve(root, `./${relative}`);
  return path.startsWith(root.endsWith(sep) ? root : root + sep) && !relative.includes('\0') ? [path] : [];
}
