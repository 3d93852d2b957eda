import type { FileId, ShareKey } from '#sdk/contract/formats/primitives.js';
import { type Clock, dayOf } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { DownloadCount, DownloadRepo, ShareVisits } from './download-repo.ts';

interface CountRepos {
  lock: Lock;
  downloads: DownloadRepo;
}

interface Deps<Repos extends CountRepos> {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  /** Called for each share that visitors have downloaded from, within the transaction that counts it. */
  tellDownloads(
    tx: { repos: Repos; afterCommit: AfterCommit },
    downloads: { share: ShareKey } & Pick<ShareVisits, 'fileDownloads' | 'archiveDownloads'>,
  ): Promise<void>;
}

/** Counts what visitors download and when, in memory and written in the background, so that no request waits for it. */
export interface DownloadCounts {
  noteFile(shareKey: ShareKey, id: FileId): void;
  noteArchive(shareKey: ShareKey): void;
  /** Records a visit. */
  noteAccess(shareKey: ShareKey): void;
  /** Records a completed download, whoever made it. */
  noteEnd(): void;
  /** Writes the counts that are not yet stored. */
  flush(): Promise<void>;
  job: JobSpec;
}

/** Delay of the counts that the owner sees; a shorter one would mean a write for nearly every download. */
const flushEveryMs = 10_000;

export function createDownloadCounts<Repos extends CountRepos>({
  uow,
  clock,
  tellDownloads,
}: Deps<Repos>): DownloadCounts {
  let files = new Map<FileId, DownloadCount>();
  let shares = new Map<ShareKey, ShareVisits>();
  /** Counts by day, in UTC. */
  let ends = new Map<string, number>();

  function addEnds(day: string, count: number): void {
    ends.set(day, (ends.get(day) ?? 0) + count);
  }

  function addFile(id: FileId, { downloads, lastAt }: DownloadCount): void {
    const known = files.get(id) ?? { downloads: 0, lastAt: 0 };
    files.set(id, { downloads: known.downloads + downloads, lastAt: Math.max(known.lastAt, lastAt) });
  }

  function addShare(key: ShareKey, { fileDownloads, archiveDownloads, lastAt }: ShareVisits): void {
    const known = shares.get(key) ?? { fileDownloads: 0, archiveDownloads: 0, lastAt: 0 };
    shares.set(key, {
      fileDownloads: known.fileDownloads + fileDownloads,
      archiveDownloads: known.archiveDownloads + archiveDownloads,
      lastAt: Math.max(known.lastAt, lastAt),
    });
  }

  async function flush(): Promise<void> {
    if (files.size === 0 && shares.size === 0 && ends.size === 0) return;
    const taken = { files, shares, ends };
    files = new Map();
    shares = new Map();
    ends = new Map();
    try {
      await uow.transaction(async (repos, afterCommit) => {
        const { lock, downloads } = repos;
        await lock('share', ...taken.shares.keys());
        await downloads.addToFiles(taken.files);
        for (const [key, visits] of taken.shares) {
          await downloads.addToShare(key, visits);
          const { fileDownloads, archiveDownloads } = visits;
          if (fileDownloads + archiveDownloads === 0) continue;
          await tellDownloads({ repos, afterCommit }, { share: key, fileDownloads, archiveDownloads });
        }
        for (const [day, count] of taken.ends) await downloads.addToDay(day, count);
      });
    } catch (error) {
      for (const [id, count] of taken.files) addFile(id, count);
      for (const [key, visits] of taken.shares) addShare(key, visits);
      for (const [day, count] of taken.ends) addEnds(day, count);
      throw error;
    }
  }

  return {
    noteFile(shareKey, id) {
      const lastAt = clock.now();
      addFile(id, { downloads: 1, lastAt });
      addShare(shareKey, { fileDownloads: 1, archiveDownloads: 0, lastAt });
    },
    noteArchive: (shareKey) =>
      addShare(shareKey, { fileDownloads: 0, archiveDownloads: 1, lastAt: clock.now() }),
    noteAccess: (shareKey) =>
      addShare(shareKey, { fileDownloads: 0, archiveDownloads: 0, lastAt: clock.now() }),
    noteEnd: () => addEnds(dayOf(clock.now()), 1),
    flush,
    job: { name: 'files.count-downloads', everyMs: flushEveryMs, run: flush, isOfServer: true },
  };
}
