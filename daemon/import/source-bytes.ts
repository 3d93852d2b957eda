import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { SourceFile } from './model.ts';

/** Decrypts or decodes the bytes of a file. */
export interface ByteRecipe {
  /** Whether bytes of this length can be those of a file of this size. */
  fits(stored: number, size: number): boolean;
  /** Whether the bytes can be read, for example with the right key. */
  canRead(found: StoredBytes): Promise<boolean>;
  /** Returns the bytes of the file itself. */
  read(found: StoredBytes): Promise<Readable>;
}

/** Bytes that were found in a place. */
export interface StoredBytes {
  path: string;
  /** Bytes there. */
  stored: number;
  /** Bytes of the file. */
  size: number;
}

export type FoundBytes =
  | { kind: 'found'; path: string; stored: number }
  | { kind: 'missing' }
  | { kind: 'unreadable' }
  | { kind: 'wrong'; path: string; stored: number };

/** Looks for the bytes of a file in its places. */
export async function findBytes({ places, size, recipe }: SourceFile): Promise<FoundBytes> {
  let wrong: FoundBytes = { kind: 'missing' };
  for (const path of places) {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    const fits = recipe ? recipe.fits(found.size, size) : found.size === size;
    if (fits) {
      const isReadable = (await recipe?.canRead({ path, stored: found.size, size })) ?? true;
      return isReadable ? { kind: 'found', path, stored: found.size } : { kind: 'unreadable' };
    }
    if (wrong.kind === 'missing') wrong = { kind: 'wrong', path, stored: found.size };
  }
  return wrong;
}

/** Whether the bytes of the file are exactly those that are stored. */
export const isPlain = ({ size }: SourceFile, { stored }: { stored: number }) => stored === size;

export async function openBytes(
  { recipe, size }: SourceFile,
  found: Omit<StoredBytes, 'size'>,
): Promise<Readable> {
  return recipe ? recipe.read({ ...found, size }) : createReadStream(found.path);
}
