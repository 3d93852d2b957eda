import { createHash } from 'node:crypto';
import type { OwnerFile } from '#sdk/contract/files.js';
import type { FileSource } from '#sdk/index.js';

/** How files on this machine differ from those of a share. */
export interface Difference {
  added: readonly FileSource[];
  replaced: readonly FileSource[];
  unchanged: readonly FileSource[];
  /** Files of the share below `root` that are not here. */
  extra: readonly OwnerFile[];
}

/**
 * Compares files by path, size and SHA-256. The share keeps no time of change, so that files of the same size are read.
 *
 * @param root folder inside the share that is compared; other files of the share are left alone
 */
export async function compareFiles(
  sources: readonly FileSource[],
  present: readonly OwnerFile[],
  { root, signal }: { root: string; signal: AbortSignal },
): Promise<Difference> {
  const byPath = new Map(present.map((file) => [file.path, file]));
  const added: FileSource[] = [];
  const replaced: FileSource[] = [];
  const unchanged: FileSource[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    const there = byPath.get(source.path);
    if (!there) added.push(source);
    else if (await isSame(source, there)) unchanged.push(source);
    else replaced.push(source);
  }
  const paths = new Set(sources.map(({ path }) => path));
  const extra = present.filter(({ path }) => path.startsWith(`${root}/`) && !paths.has(path));
  return { added, replaced, unchanged, extra };
}

async function isSame(source: FileSource, { size, sha256 }: OwnerFile): Promise<boolean> {
  if (source.size !== size) return false;
  const content = source.open(0, size);
  // In Node a source yields chunks.
  if (content instanceof Blob) throw new TypeError('a source of Node yields chunks');
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex') === sha256;
}
