import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../../crypto/clock.ts';
import type { Lock } from '../../../db/locks.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { JobWaker } from '../../../jobs/runner.ts';
import type { Blobs } from '../../../storage/blobs.ts';
import type { ByteSource } from '../../../transfer/byte-source.ts';
import { maxCompressedEntries } from '../../../transfer/zip/compressed.ts';
import type { ConfigReader } from '../../config/reader.ts';
import type { FileRepo } from '../repo.ts';
import type { ArchiveRecord, FileShare } from '../types.ts';
import type { ArchiveRepo } from './archive-repo.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; archives: ArchiveRepo; files: FileRepo }>;
  /** Stores finished archives. */
  store: Pick<Blobs, 'open' | 'stat' | 'remove'>;
  config: ConfigReader;
  clock: Clock;
  jobs: JobWaker;
}

/** The answer to a request for a whole share. */
export type ArchiveChoice =
  | { kind: 'built'; blob: { id: string; size: number } }
  /** To be requested again after `seconds`. */
  | { kind: 'pending'; seconds: number }
  | { kind: 'stored' };

export interface BuiltArchives {
  choose(share: FileShare): Promise<ArchiveChoice>;
  open(blobId: string): Promise<ByteSource>;
  /** Requests the build of a share's archive before anybody downloads it. */
  prepare(share: FileShare): Promise<void>;
  removeOfShare(shareKey: ShareKey): Promise<void>;
}

const stored = { kind: 'stored' } as const;

/** A build without progress for this long (milliseconds) is not waited for: the stored archive is better than none. */
const stalledAfter = 5 * 60_000;

const secondsToRetry = 5;

/**
 * Compressed archives, built once in the background. Drafts have none, nor have shares with a single file, which is
 * downloaded by itself. Archives of very many files are not compressed either.
 */
export function createBuiltArchives({ uow, store, config, clock, jobs }: Deps): BuiltArchives {
  const { archives, files } = uow.read;

  const isWanted = ({ state, fileCount }: FileShare) =>
    config.get('share.zipCompressionLevel') > 0 &&
    state === 'active' &&
    fileCount > 1 &&
    fileCount <= maxCompressedEntries;

  async function request(share: FileShare, filesVersion: number): Promise<void> {
    const now = clock.now();
    await uow.transaction(async (repos, afterCommit) => {
      await repos.lock('share', share.key);
      const before = await repos.archives.find(share.key);
      if (before && before.filesVersion === filesVersion && before.state !== 'ready') return;
      const level = config.get('share.zipCompressionLevel');
      const times = { dueAt: now, progressAt: now, createdAt: now };
      await repos.archives.save({
        shareKey: share.key,
        state: 'waiting',
        filesVersion,
        level,
        blob: null,
        attempts: 0,
        build: null,
        ...times,
      });
      afterCommit(async () => {
        jobs.wake('files.build-archives');
        if (before?.blob) await store.remove(before.blob.id);
      });
    });
  }

  const isSlow = (archive: ArchiveRecord) => clock.now() - archive.progressAt >= stalledAfter;

  return {
    async choose(share) {
      if (!isWanted(share)) return stored;
      const version = await files.versionOf(share.key);
      const archive = await archives.find(share.key);
      if (archive?.filesVersion === version) {
        if (archive.state === 'failed') return stored;
        if (archive.state !== 'ready') {
          return isSlow(archive) ? stored : { kind: 'pending', seconds: secondsToRetry };
        }
        const found = archive.blob && (await store.stat(archive.blob.id));
        if (archive.blob && found?.size === archive.blob.size) return { kind: 'built', blob: archive.blob };
      }
      // Every file that is added would make it a different archive.
      if (share.addingAt !== null) return stored;
      await request(share, version);
      return { kind: 'pending', seconds: secondsToRetry };
    },

    open: (blobId) => store.open(blobId),

    async prepare(share) {
      if (isWanted(share) && share.addingAt === null) await request(share, await files.versionOf(share.key));
    },

    async removeOfShare(shareKey) {
      const archive = await archives.find(shareKey);
      if (!archive) return;
      // Bytes first: a row without its bytes can be found again.
      if (archive.blob) await store.remove(archive.blob.id);
      await uow.transaction((repos) => repos.archives.remove(shareKey));
    },
  };
}
