import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Blobs, StoredBytes } from '../../storage/blobs.ts';
import type { Staging } from '../../storage/staging.ts';
import type { Store } from '../../storage/stores.ts';
import type { ByteSource } from '../../transfer/byte-source.ts';
import { openFileContent } from '../../transfer/stored-file.ts';
import { type CompressedEntry, writeCompressedArchive } from '../../transfer/zip/compressed.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ArchiveRepo } from './archives/archive-repo.ts';
import { type ArchiveItem, listArchiveItems } from './archives/items.ts';
import type { FileRepo } from './repo.ts';
import type { ArchiveRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; archives: ArchiveRepo; files: FileRepo }>;
  blobs: Pick<Blobs, 'open'>;
  /** Stores built archives. */
  store: Pick<Store, 'blobs' | 'staging'>;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  /** Free bytes of the disk that are not reserved for uploads. */
  availableBytes(): Promise<number>;
}

/** An archive that is being built here. */
type Build = ArchiveRecord & { build: string };

const newBuildId = () => randomBytes(16).toString('hex');

const hour = 3_600_000;
/**
 * Pauses in milliseconds before the second and the third attempt. There is no fourth: from then on the stored archive
 * is served.
 */
const pauses = [10_000, 60_000];
/** Milliseconds between two records of a build's progress and checks of the free space. */
const beat = 5000;

/** Builds the requested compressed archives one after the other, and deletes archives that no row knows. */
export function createFileJobs(deps: Deps): JobSpec[] {
  const { uow, store, config, clock, logger } = deps;
  let sweptAt = -Infinity;

  async function buildDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      const [archive] = await uow.read.archives.listDue(clock.now(), 1);
      if (!archive || signal.aborted) return;
      await build(archive, signal);
    }
  }

  async function build(archive: ArchiveRecord, signal: AbortSignal): Promise<void> {
    const share = await uow.read.archives.findShare(archive.shareKey);
    const level = config.get('share.zipCompressionLevel');
    // The request that ends adding files asks for the archive again.
    if (share?.state !== 'active' || share.addingAt !== null || level === 0) {
      return uow.transaction(({ archives }) => archives.remove(archive.shareKey));
    }
    const filesVersion = await uow.read.files.versionOf(archive.shareKey);
    const building: Build = {
      ...archive,
      state: 'building',
      filesVersion,
      level,
      attempts: archive.attempts + 1,
      progressAt: clock.now(),
      build: newBuildId(),
    };
    if (!(await uow.transaction(({ archives }) => archives.claim(archive, building)))) return;
    // That of a process that was killed, or is no longer believed to build.
    if (archive.build !== null) await store.staging.discard(archive.build);
    try {
      if ((await deps.availableBytes()) < share.size) throw new AppError('storage_full');
      const entries = listEntries(deps, archive.shareKey);
      const onRead = createHeartbeat(deps, building);
      const write = (bytes: Readable) => stage(store.staging, { id: building.build, bytes, signal });
      const size = await writeCompressedArchive({ entries, write, level, signal, onRead });
      faultPoint('archive:building');
      await publish(deps, building, size);
    } catch (error) {
      await store.staging.discard(building.build);
      await giveBack(building, signal.aborted ? signal.reason : error, signal.aborted);
    }
  }

  /** A build that ends because the server stops does not count as an attempt. */
  async function giveBack(archive: Build, error: unknown, isStopping: boolean): Promise<void> {
    const attempts = isStopping ? archive.attempts - 1 : archive.attempts;
    const pause = isStopping ? 0 : pauses[attempts - 1];
    const isFull = error instanceof AppError && error.code === 'storage_full';
    const isLast = pause === undefined || isFull;
    if (!isStopping) {
      logger.warn({ share: archive.shareKey, attempts, isLast, err: error }, 'archive could not be built');
    }
    const state = isLast ? 'failed' : 'waiting';
    const dueAt = clock.now() + (pause ?? 0);
    await uow.transaction(({ archives }) =>
      archives.endBuild(archive.build, { ...archive, state, attempts, dueAt }),
    );
  }

  /** Deletes what a killed process left: nothing has been written to it for an hour. */
  async function sweep(signal: AbortSignal): Promise<void> {
    if (clock.monotonic() - sweptAt < hour) return;
    sweptAt = clock.monotonic();
    const { blobs, staging } = store;
    // A bucket's moments are of the database, a folder's of this machine: neither clock may find bytes old too early.
    const now = Math.min(clock.now(), Date.now());
    const isOld = ({ modified }: StoredBytes) => now - modified.getTime() > hour;
    for await (const staged of staging.list()) if (isOld(staged)) await staging.discard(staged.id);
    for await (const blob of blobs.list()) {
      if (signal.aborted) return;
      if (!isOld(blob)) continue;
      if ((await uow.read.archives.filterBlobs([blob.id])).size === 0) await blobs.remove(blob.id);
    }
  }

  return [
    {
      name: 'files.build-archives',
      everyMs: 15_000,
      async run(signal) {
        await sweep(signal);
        await buildDue(signal);
      },
    },
  ];
}

/** Stages an archive under the id of its build; returns its size. */
async function stage(
  staging: Staging,
  { id, bytes, signal }: { id: string; bytes: Readable; signal: AbortSignal },
): Promise<number> {
  await staging.begin(id);
  const options = { offset: 0, limit: Infinity, isDigested: false, signal };
  const { offset, outcome } = await staging.append(id, bytes, options);
  if (outcome !== 'complete') throw new Error(`the archive ended early: ${outcome}`);
  return offset;
}

/** Publishes an archive only if the share still exists, its files are unchanged and no other build has begun. */
async function publish({ uow, store, clock }: Deps, archive: Build, size: number): Promise<void> {
  const blob = { id: archive.build, size };
  await store.staging.finish(blob.id, size);
  const isCurrent = await uow.transaction(async ({ lock, archives, files }) => {
    await lock('share', archive.shareKey);
    const share = await archives.findShare(archive.shareKey);
    if (share?.state !== 'active') {
      await archives.remove(archive.shareKey);
      return false;
    }
    const now = clock.now();
    if ((await files.versionOf(archive.shareKey)) !== archive.filesVersion) {
      const next = { state: 'waiting', attempts: 0, dueAt: now, progressAt: now } as const;
      await archives.endBuild(archive.build, { ...archive, ...next });
      return false;
    }
    return archives.endBuild(archive.build, { ...archive, state: 'ready', blob, progressAt: now });
  });
  if (!isCurrent) await store.blobs.remove(blob.id);
}

/** Returns a function that is called for all bytes that are read. */
function createHeartbeat({ uow, clock, availableBytes }: Deps, archive: Build) {
  let beatAt = performance.now();
  return async (): Promise<void> => {
    if (performance.now() - beatAt < beat) return;
    beatAt = performance.now();
    if ((await availableBytes()) <= 0) throw new AppError('storage_full');
    if (!(await uow.transaction(({ archives }) => archives.touch(archive, clock.now())))) {
      throw new Error('another build of the archive has begun');
    }
  };
}

async function* listEntries(
  { uow, blobs }: Deps,
  shareKey: ArchiveRecord['shareKey'],
): AsyncGenerator<CompressedEntry[]> {
  for await (const items of listArchiveItems(uow.read.files.listBatches(shareKey))) {
    yield items.map((item) => entryOf(item, blobs));
  }
}

function entryOf(item: ArchiveItem, blobs: Deps['blobs']): CompressedEntry {
  if (item.kind === 'text') {
    const { path, modified } = item;
    const text = Buffer.from(item.text);
    const open = async () => textSource(text);
    return { key: path, path, modified, size: text.length, crc32: crc32(text), open };
  }
  const { file } = item;
  const { id: key, path, size } = file;
  const modified = file.lastModified ?? file.createdAt;
  return { key, path, size, crc32: file.crc32, modified, open: () => openFileContent(blobs, file) };
}

function textSource(text: Buffer): ByteSource {
  return {
    size: text.length,
    read: async (buffer, position) => text.copy(buffer, 0, position),
    close: async () => undefined,
  };
}
