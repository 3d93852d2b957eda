import { randomBytes } from 'node:crypto';

/** Returns the key of a new object. It is random, so that no two writers ever write the same object. */
export type NewKey = () => string;

/** What the keys of all pieces begin with. */
export const pieceFolder = (prefix: string): string => `${prefix}b/`;

/** Two digits make folders, for programs that show a bucket as such. */
export function createKeys(prefix: string): NewKey {
  return () => {
    const name = randomBytes(16).toString('hex');
    return `${pieceFolder(prefix)}${name.slice(0, 2)}/${name}`;
  };
}
