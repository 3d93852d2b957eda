import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { DatabaseDisk } from '../../db/disk.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Middleware } from '../../http/context.ts';
import type { Route } from '../../http/implement.ts';
import { withoutIdleTimeout } from '../../http/limits/idle-timeout.ts';
import { once } from '../../http/once.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Capacity } from '../../storage/capacity.ts';
import type { Staging } from '../../storage/staging.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from '../files/repo.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import type { Thumbnails } from '../files/thumbnails/thumbnails.ts';
import type { ShareAccess } from '../shares/access.ts';
import type { ShareLimits } from '../shares/limits.ts';
import type { ReceiveFile } from '../shares/put/types.ts';
import type { CheckQuota, OwnerQuotas } from '../shares/quota.ts';
import type { ShareRepo } from '../shares/repos/share-repo.ts';
import type { ClockWatch } from '../system/clock-watch.ts';
import { createBlobRemovals } from './blob-removals.ts';
import { createReadContents } from './contents.ts';
import { createFinisher } from './finisher.ts';
import { createUploadJobs, discardUploads, forgetUploads } from './jobs.ts';
import type { UploadLocks } from './locks.ts';
import { createConcatenate } from './parts/concatenate.ts';
import { createDiscardFinal } from './parts/discard-final.ts';
import { createAppendBytes } from './receive/append-bytes.ts';
import { createReceiveFile } from './receive/receive-file.ts';
import type { RemovalRepo } from './removal-repo.ts';
import type { UploadRepo } from './repo.ts';
import { createExtend, createReserve } from './reserve.ts';
import { createUploadOptions, createUploadRoutes } from './routes.ts';
import { createUploadService, type UploadService } from './service.ts';
import { createInsertFiles, createRemoveFiles, type RemoveFiles, type RequestScans } from './share-files.ts';
import { createUploadSpace } from './space.ts';
import type { TusServer } from './tus-server.ts';
import { createWholeFiles } from './whole-files.ts';
import { createWholeRequests } from './whole-requests.ts';

interface Deps {
  uow: UnitOfWork<{
    lock: Lock;
    shares: ShareRepo;
    files: FileRepo;
    uploads: UploadRepo;
    removals: RemovalRepo;
    backups: { isHeld(): Promise<boolean> };
    thumbnails: ThumbnailRepo;
    users: OwnerQuotas;
  }>;
  blobs: Blobs;
  staging: Staging;
  capacity: Capacity;
  locks: UploadLocks;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  access: ShareAccess;
  /** Counts a creation; throws when an address makes too many. */
  spendCreation(ip: string): Promise<void>;
  checkQuota: CheckQuota;
  shareLimits: ShareLimits;
  /** Runs `effect` when the current downloads that still have to open files of the share have ended. */
  whenUnread(shareKey: ShareKey, effect: () => Promise<void>): Promise<void>;
  /** Small pictures of the files. */
  thumbnails: Pick<Thumbnails, 'request' | 'planRemoval'>;
  scans: RequestScans;
  clockWatch: ClockWatch;
  /** Free space that uploads never use; null: chosen by the size of the disk. */
  minFreeBytes: number | null;
  databaseDisk: Pick<DatabaseDisk, 'measure'>;
}

export interface UploadsFeature {
  service: UploadService;
  routes: Route[];
  /** Answers OPTIONS, which needs no authorization. */
  options: Middleware;
  jobs: JobSpec[];
  /** Asks all running uploads to end with the bytes they have. */
  releaseAll(): void;
  receiveFile: ReceiveFile;
  removeFiles: RemoveFiles;
  /** Discards the unfinished uploads of a share. */
  discardOfShare(shareKey: ShareKey): Promise<void>;
  /**
   * Discards the unfinished uploads, deletes the rows of the finished ones, and deletes the files that were removed
   * from the share.
   */
  removeOfShare(shareKey: ShareKey): Promise<void>;
}

/** Composes the parts of the upload path. */
export function createUploadsFeature(deps: Deps): UploadsFeature {
  const { uow, blobs, staging, config, locks, thumbnails } = deps;
  const removals = createBlobRemovals(deps);
  const removeFiles = createRemoveFiles({ removals, thumbnails });
  const insertFiles = createInsertFiles({ removeFiles, thumbnails, scans: deps.scans });
  const readContents = createReadContents({ staging });
  const finisher = createFinisher({ ...deps, readContents, insertFiles });
  const space = createUploadSpace(deps);
  const reserve = createReserve({ ...deps, finisher });
  const extend = createExtend({ ...deps, finisher });
  const service = createUploadService({ ...deps, finisher, space, reserve, extend, insertFiles });
  const wholeFiles = createWholeFiles({ blobs, commit: service.commitWhole });
  const wholeRequests = createWholeRequests(wholeFiles);
  const append = createAppendBytes({ staging, uploads: service, finisher });
  const discardFinal = createDiscardFinal({ ...deps, finisher });
  const tus = createLateTusServer(async () => {
    const [{ createTusServer }, { TusStore }] = await Promise.all([
      import('./tus-server.ts'),
      import('./tus-store.ts'),
    ]);
    const store = new TusStore({ ...deps, uploads: service, finisher, append, discardFinal });
    return createTusServer({ store, locks, finisher });
  });
  const upkeep = { ...deps, uow, finisher };
  return {
    service,
    routes: createUploadRoutes({
      ...deps,
      uploads: service,
      tus,
      wholeRequests,
      concatenate: createConcatenate({ ...deps, finisher, space, reserve }),
      discard: (upload) =>
        locks.hold(upload.id, async (lease) => void (await finisher.discard(upload, lease))),
    }),
    options: createUploadOptions(tus, config),
    jobs: [...createUploadJobs(upkeep), removals.job],
    releaseAll() {
      locks.releaseAll();
      wholeRequests.stop();
    },
    receiveFile: createReceiveFile({
      uploads: service,
      wholeRequests,
      staging,
      locks,
      append,
      finisher,
      withoutIdleTimeout,
    }),
    removeFiles,
    discardOfShare: (shareKey) => discardUploads(upkeep, shareKey),
    async removeOfShare(shareKey) {
      await discardUploads(upkeep, shareKey);
      await forgetUploads(upkeep, shareKey);
      await removals.finish(shareKey);
    },
  };
}

/** The library is loaded for the first request that needs it: the start does without. */
function createLateTusServer(create: () => Promise<TusServer>): TusServer {
  const load = once(create);
  return {
    handle: async (req, res, call) => (await load()).handle(req, res, call),
    options: async (req, res) => (await load()).options(req, res),
  };
}
