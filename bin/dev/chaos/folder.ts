import { createCipheriv, createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Random } from './random.ts';

export type Digests = ReadonlyMap<string, string>;

/** A folder to upload; its contents are known before anything can go wrong. */
export interface SourceFolder {
  directory: string;
  /** SHA-256 by path, relative to the folder. */
  digests: Digests;
  bytes: number;
}

interface Content {
  big: readonly number[];
  /** Number of small files, of up to 20 KB. */
  small: number;
}

const oddNames = ['with space', 'ümläut', '日本語 🎉', "it's (1) #100%&+;", 'x.part'] as const;

/** Writes a folder with some large files and many small ones, some of them empty. */
export async function makeFolder(
  directory: string,
  random: Random,
  { big, small }: Content,
): Promise<SourceFolder> {
  const sizes = new Map<string, number>();
  big.forEach((size, index) => {
    sizes.set(`big-${index}.bin`, size);
  });
  for (let index = 0; index < small; index++) {
    const folder = `${random.pick(oddNames)}/${random.int(1, 9)}`;
    sizes.set(`${folder}/${index}.dat`, random.isLucky(0.03) ? 0 : random.magnitude(1, 20_000));
  }
  const digests = new Map<string, string>();
  const name = path.basename(directory);
  let bytes = 0;
  for (const [file, size] of sizes) {
    const content = makeBytes(size, random);
    const target = path.join(directory, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
    digests.set(`${name}/${file}`, createHash('sha256').update(content).digest('hex'));
    bytes += size;
  }
  return { directory, digests, bytes };
}

/** Every byte depends on its position, so that misplaced bytes are found. */
export function makeBytes(size: number, random: Random): Buffer {
  const key = Buffer.alloc(16);
  key.writeUInt32LE(random.int(0, 2 ** 32 - 1));
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
}

/** Returns the SHA-256 of every file below a folder, by path. */
export async function digestFolder(directory: string): Promise<Digests> {
  const digests = new Map<string, string>();
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const hash = createHash('sha256').update(await readFile(file));
    digests.set(path.relative(directory, file).split(path.sep).join('/'), hash.digest('hex'));
  }
  return digests;
}

/** @throws when a file is missing, surplus or different */
export function assertSame(found: Digests, expected: Digests, where: string): void {
  const differing = [...expected]
    .filter(([file, digest]) => found.get(file) !== digest)
    .map(([file]) => file);
  const unknown = [...found.keys()].filter((file) => !expected.has(file));
  if (differing.length === 0 && unknown.length === 0) return;
  const list = (files: string[]) => files.slice(0, 5).join(', ');
  throw new Error(
    `${where}: ${differing.length} of ${expected.size} files are missing or differ (${list(differing)}), ` +
      `${unknown.length} are too many (${list(unknown)})`,
  );
}
