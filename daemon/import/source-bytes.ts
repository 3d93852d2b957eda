import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { SourceFile } from './model.ts';

/** Decrypts or decodes the bytes of a file. */
export interface ByteRecipe {
  /** Whether bytes of this length can be those of a file of this size. */
  fits(stored: number, size: number): boolean;
  /** Returns the bytes of the file itself; null: they are those that are stored. */
  read(path: string, size: number): Promise<Readable | null>;
}

export type FoundBytes =
  | { kind: 'found'; path: string; stored: number }
  | { kind: 'missing' }
  | { kind: 'wrong'; path: string; stored: number };

/** Looks for the bytes of a file in its places. */
export async function findBytes({ places, size, recipe }: SourceFile): Promise<FoundBytes> {
  let wrong: FoundBytes = { kind: 'missing' };
  for (const path of places) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    const fits = recipe ? recipe.fits(found.size, size) : found.size === size;
    if (fits) return { kind: 'found', path, stored: found.size };
    if (wrong.kind === 'missing') wrong = { kind: 'wrong', path, stored: found.size };
  }
  return wrong;
}

/** Whether the bytes of the file are exactly those that are stored. */
export const isPlain = ({ size }: SourceFile, { stored }: { stored: number }) => stored === size;

export async function openBytes({ recipe, size }: SourceFile, path: string): Promise<Readable> {
  return (await recipe?.read(path, size)) ?? createReadStream(path);
}
