import { createHash } from 'node:crypto';
import type { OwnerFile } from '#sdk/contract/files.js';
import { type FileSource, UploadFailedError, type UploadFailure } from '#sdk/index.js';

/** How files on this machine differ from those of a share. */
export interface Difference<S extends FileSource> {
  added: readonly S[];
  replaced: readonly S[];
  unchanged: readonly S[];
  /** Files of the share below `root` that are not here, except those that are left out here. */
  extra: readonly OwnerFile[];
  /** Number of files in the share without `added` and `extra`. */
  kept: number;
}

interface Comparison {
  /** Folder inside the share that is compared; other files of the share are left alone. */
  root: string;
  /** Paths below `root` that are not looked for here, so that nobody knows whether they are gone. */
  isLeftOut(path: string): boolean;
  signal: AbortSignal;
}

/**
 * Compares files by path, size and SHA-256. The share keeps no time of change, so that files of the same size are read.
 *
 * @throws UploadFailedError with all files that cannot be read
 */
export async function compareFiles<S extends FileSource>(
  sources: readonly S[],
  present: readonly OwnerFile[],
  { root, isLeftOut, signal }: Comparison,
): Promise<Difference<S>> {
  const byPath = new Map(present.map((file) => [file.path, file]));
  const added: S[] = [];
  const replaced: S[] = [];
  const unchanged: S[] = [];
  const failures: UploadFailure[] = [];
  for (const source of sources) {
    signal.throwIfAborted();
    const there = byPath.get(source.path);
    try {
      if (!there) added.push(source);
      else if (await isSame(source, there)) unchanged.push(source);
      else replaced.push(source);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failures.push({ path: source.path, error });
    }
  }
  if (failures.length > 0) throw new UploadFailedError(failures, null);
  const paths = new Set(sources.map(({ path }) => path));
  const start = `${root}/`;
  const isGone = (path: string) =>
    path.startsWith(start) && !paths.has(path) && !isLeftOut(path.slice(start.length));
  const extra = present.filter(({ path }) => isGone(path));
  return { added, replaced, unchanged, extra, kept: present.length - extra.length };
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
