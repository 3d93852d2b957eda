import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { HostError } from '#sdk/contract/host.js';
import type { Stores } from '../storage/stores.ts';
import { createDigest, type FileDigests } from '../transfer/digests.ts';
import type { PlannedFile } from './plan/plan.ts';
import { pathToLink } from './plan/storage.ts';
import { openBytes } from './source-bytes.ts';

interface Deps {
  stores: Pick<Stores, 'blobs' | 'staging'>;
  signal: AbortSignal;
  /** Uses the file where it is, if that is possible. */
  link: boolean;
}

export interface StoredDigests extends FileDigests {
  /**
   * Uses the file where it is. Called right before the transaction that inserts it: its bytes are old, and a server that
   * runs sets old bytes without a row aside. False when that is not possible.
   */
  link?(): Promise<boolean>;
}

/**
 * Stores the bytes of a file and returns their digests; null when the bytes are not those of the file, or what was stored
 * is not what was read. Repeating it after an interruption keeps what is complete.
 */
export async function storeFile(deps: Deps, file: PlannedFile): Promise<StoredDigests | null> {
  const { blobs, staging } = deps.stores;
  const { id, from } = file;
  const known = await blobs.stat(id);
  if (known !== null) {
    const stored = known.size === from.size ? await staging.digest(id, from.size) : null;
    if (stored !== null && stored.sha256 === (await digestSource(file)).sha256) return stored;
    await blobs.remove(id);
  }
  const path = pathToLink(file);
  if (!deps.link || !blobs.link || path === null) return copyFile(deps, file);
  const link = async () => (await blobs.link?.(id, path)) === true;
  // Only a try shows whether it can be linked.
  if (!(await link())) return copyFile(deps, file);
  await blobs.remove(id);
  return { ...(await digestSource(file)), link };
}

async function copyFile(
  { stores: { staging }, signal }: Deps,
  file: PlannedFile,
): Promise<FileDigests | null> {
  const { id, from, place, stored: length } = file;
  const read = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read.update(chunk);
      done(null, chunk);
    },
  });
  // What an interrupted run has left.
  await staging.discard(id);
  await staging.begin(id);
  try {
    const source = await openBytes(from, { place, stored: length });
    let unreachable: HostError | undefined;
    source.once('error', (error) => {
      if (error instanceof HostError) unreachable = error;
      tap.destroy(error);
    });
    // It can come before anybody reads.
    tap.on('error', () => undefined);
    const options = { offset: 0, limit: from.size, signal, isDigested: true };
    const { offset, outcome } = await staging.append(id, source.pipe(tap), options);
    signal.throwIfAborted();
    // Another run can read it: it is not lost.
    if (unreachable) throw unreachable;
    if (outcome !== 'complete' || offset !== from.size) return await giveUp();
    const stored = await staging.digest(id, from.size);
    if (stored.sha256 !== read.digest('hex')) return await giveUp();
    await staging.finish(id, from.size);
    return stored;
  } catch (error) {
    await giveUp();
    throw error;
  }

  async function giveUp(): Promise<null> {
    await staging.discard(id);
    return null;
  }
}

async function digestSource({ from, place, stored }: PlannedFile): Promise<FileDigests> {
  const digest = createDigest();
  for await (const chunk of await openBytes(from, { place, stored })) digest.update(chunk as Buffer);
  return digest.digest();
}
