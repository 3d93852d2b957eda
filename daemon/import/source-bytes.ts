import type { Readable } from 'node:stream';
import type { SourceFile } from './model.ts';
import type { SourcePlace } from './places.ts';

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
  place: SourcePlace;
  /** Bytes there. */
  stored: number;
  /** Bytes of the file. */
  size: number;
}

export type FoundBytes =
  | { kind: 'found'; place: SourcePlace; stored: number }
  | { kind: 'missing' }
  | { kind: 'unreadable' }
  | { kind: 'wrong'; stored: number };

/** Looks for the bytes of a file in its places. */
export async function findBytes({ places, size, recipe }: SourceFile): Promise<FoundBytes> {
  let wrong: FoundBytes = { kind: 'missing' };
  for (const place of places) {
    const stored = await place.findSize();
    if (stored === null) continue;
    const fits = recipe ? recipe.fits(stored, size) : stored === size;
    if (fits) {
      const isReadable = (await recipe?.canRead({ place, stored, size })) ?? true;
      return isReadable ? { kind: 'found', place, stored } : { kind: 'unreadable' };
    }
    if (wrong.kind === 'missing') wrong = { kind: 'wrong', stored };
  }
  return wrong;
}

/** Whether the bytes of the file are exactly those that are stored. */
export const isPlain = ({ size }: SourceFile, { stored }: { stored: number }) => stored === size;

export async function openBytes(
  { recipe, size }: SourceFile,
  { place, stored }: Omit<StoredBytes, 'size'>,
): Promise<Readable> {
  return recipe ? recipe.read({ place, stored, size }) : place.open();
}
