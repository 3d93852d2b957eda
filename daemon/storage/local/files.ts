import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** Other users of this machine must not read users' files. */
export const privateDirectory = { recursive: true, mode: 0o700 } as const;
export const privateFile = 0o600;

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Returns null when there is no such file, or no longer. */
export async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
