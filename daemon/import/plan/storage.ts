import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ImportStorage } from '#sdk/contract/host/imports.js';
import { floorOf } from '../../storage/capacity.ts';
import type { Stores } from '../../storage/stores.ts';
import { isPlain } from '../source-bytes.ts';
import type { Plan, PlannedFile } from './plan.ts';

interface Deps {
  stores: Pick<Stores, 'blobs' | 'capacity'>;
  minFreeBytes: number | null;
  /** Uses files where they are, if that is possible. */
  link: boolean;
}

/** Finds out which files can be linked, and whether there is space for copies of the others. */
export async function planStorage({ stores, minFreeBytes, link }: Deps, plan: Plan): Promise<ImportStorage> {
  const storage = newImportStorage();
  const canLink = link ? createLinkProbe(stores.blobs) : async () => false;
  for (const { files } of [...plan.additions, ...plan.shares]) {
    for (const file of files) countStored(storage, { isLinked: await canLink(file), size: file.from.size });
  }
  const { bytes } = storage.copied;
  const free = await stores.capacity.freeBytes();
  const missing = bytes + floorOf(free, minFreeBytes) - free;
  return { ...storage, missingBytes: bytes > 0 ? Math.max(0, missing) : 0 };
}

export const newImportStorage = (): ImportStorage => ({
  linked: { files: 0, bytes: 0 },
  copied: { files: 0, bytes: 0 },
  missingBytes: 0,
});

export function countStored(
  { linked, copied }: ImportStorage,
  { isLinked, size }: { isLinked: boolean; size: number },
): void {
  const amount = isLinked ? linked : copied;
  amount.files += 1;
  amount.bytes += size;
}

/** Returns the path of a file whose bytes can be used where they are; null: they are encrypted, or in a bucket. */
export function pathToLink(file: PlannedFile): string | null {
  return isPlain(file.from, file) ? file.place.path : null;
}

/**
 * Only a try shows whether a file can be linked, for example because a container has mounted the same file system twice.
 * One is tried of each file system, owner and mode, and gets a second name for a moment.
 */
function createLinkProbe(blobs: Stores['blobs']): (file: PlannedFile) => Promise<boolean> {
  const known = new Map<string, boolean>();
  return async (file) => {
    const path = pathToLink(file);
    const found = path === null ? null : await stat(path).catch(() => null);
    if (!blobs.link || path === null || found === null) return false;
    const alike = `${found.dev} ${found.uid} ${found.gid} ${found.mode}`;
    const can = known.get(alike);
    if (can !== undefined) return can;
    const id = randomBytes(16).toString('hex');
    const isLinked = await blobs.link(id, path);
    if (isLinked) await blobs.remove(id);
    known.set(alike, isLinked);
    return isLinked;
  };
}
