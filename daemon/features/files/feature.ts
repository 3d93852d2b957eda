import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Context, Middleware } from '../../http/context.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Logger } from '../../logger.ts';
import { createDrawer } from '../../pictures/drawer.ts';
import { withPicture } from '../../pictures/source.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { Store } from '../../storage/stores.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ArchiveRepo } from './archives/archive-repo.ts';
import { createBuiltArchives } from './archives/built.ts';
import { createArchiveReaders } from './archives/readers.ts';
import { createStoredArchives } from './archives/stored.ts';
import { createOpenBundle } from './bundles.ts';
import { createDelivery } from './content/deliver.ts';
import { type AuthorizeSignedLink, createContentHost } from './content/host.ts';
import { type ContentLinks, createRedirects } from './content/links.ts';
import { createOffload, type SendfileHeader } from './content/offload.ts';
import { createPresigned } from './content/presigned.ts';
import { createContentRoutes } from './content/routes.ts';
import type { DownloadCounts } from './download-counts.ts';
import type { DownloadRepo } from './download-repo.ts';
import { createFileBytes } from './file-bytes.ts';
import { createHolds } from './holds.ts';
import { createFileJobs } from './jobs.ts';
import type { FileRepo } from './repo.ts';
import { createFileRoutes, type ShareGate } from './routes.ts';
import { createFileService } from './service.ts';
import { createAcceptThumbnail } from './thumbnails/accept.ts';
import { createThumbnailJobs } from './thumbnails/jobs.ts';
import type { ThumbnailRepo } from './thumbnails/thumbnail-repo.ts';
import { createThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts';
import type { AuthorizedShare, FileShare } from './types.ts';

interface Deps {
  uow: UnitOfWork<{
    lock: Lock;
    archives: ArchiveRepo;
    files: FileRepo;
    downloads: DownloadRepo;
    thumbnails: ThumbnailRepo;
  }>;
  blobs: Blobs;
  /** Stores built archives. */
  archiveStore: Pick<Store, 'blobs' | 'staging'>;
  thumbnailStore: Blobs;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  jobs: JobWaker;
  /** How the reverse proxy is told to send a file. */
  sendfile: SendfileHeader;
  access: ShareGate & { authorizeSignedLink: AuthorizeSignedLink };
  /** Authorizes an actor who may open the share, without opening it: no view is consumed. */
  authorizeDirectLink(actor: Actor, id: string, password: string | null): Promise<AuthorizedShare>;
  counts: DownloadCounts;
  /** How files are sent from another origin; null: they are not. */
  contentOrigin: ContentOrigin | null;
  availableBytes(): Promise<number>;
  /** Counts a thumbnail from a sender; throws when an address sends too many. */
  spendThumbnail(ip: string): Promise<void>;
}

/** The content origin. */
export interface ContentOrigin {
  links: ContentLinks;
  /** False while a mistake in the settings makes it the same as the origin of the page. */
  isElsewhere(): boolean;
  isContentHost(ctx: Context): boolean;
  appOrigin(): string;
  serve(routes: readonly Route[]): Middleware;
}

export interface FilesFeature {
  routes: Route[];
  /** Answers requests to the content origin. */
  contentHost: Middleware | null;
  jobs: JobSpec[];
  thumbnails: Pick<Thumbnails, 'request' | 'planRemoval' | 'removeBytes'>;
  /** Called for a share that was published. */
  prepareArchive(share: FileShare): Promise<void>;
  removeArchive(shareKey: ShareKey): Promise<void>;
  /** Whether a running download still has to open files of the share. */
  isBeingRead(shareKey: ShareKey): boolean;
  /** Runs `effect` when these downloads have ended, or at once if there are none. */
  whenUnread(shareKey: ShareKey, effect: () => Promise<void>): Promise<void>;
  /** Ends the process that draws thumbnails. */
  stop(): Promise<void>;
}

/** Composes the parts of the download path. */
export function createFilesFeature(deps: Deps): FilesFeature {
  const { uow, blobs, logger, archiveStore: store } = deps;
  const bytes = createFileBytes({ blobs, logger });
  const holds = createHolds(deps);
  const builtArchives = createBuiltArchives({ ...deps, store: store.blobs });
  const readers = createArchiveReaders(deps);
  const storedArchives = createStoredArchives({ uow, blobs, bytes, holds, readers });
  const files = createFileService({ uow, readers });
  const openBundle = createOpenBundle({ uow, blobs, bytes, holds, readers });
  const offload = createOffload(deps.sendfile, blobs);
  const delivery = createDelivery({
    ...deps,
    files,
    bytes,
    storedArchives,
    builtArchives,
    offload,
    holds,
  });
  const drawer = createDrawer();
  const drawing = {
    ...deps,
    store: deps.thumbnailStore,
    drawer,
    withPicture: withPicture(blobs),
  };
  const thumbnails = createThumbnails(drawing);
  const acceptThumbnail = createAcceptThumbnail({ ...drawing, files });
  const { contentOrigin, access } = deps;
  const { authorizeSignedLink } = access;
  const content = createContentRoutes({
    authorize: ({ actor }, id) => access.authorize(actor, 'share:download', id),
    authorizeDirectLink: ({ actor, password }, id) => deps.authorizeDirectLink(actor, id, password),
    files,
    delivery: createPresigned({
      ...deps,
      holds,
      delivery: contentOrigin
        ? createRedirects(contentOrigin.links, { isElsewhere: contentOrigin.isElsewhere, delivery })
        : delivery,
    }),
  });
  return {
    routes: [
      ...createFileRoutes({ ...deps, files, thumbnails, holds, acceptThumbnail, openBundle }),
      ...content,
    ],
    contentHost:
      contentOrigin &&
      createContentHost({
        ...contentOrigin,
        authorizeSignedLink,
        serve: (authorize) =>
          contentOrigin.serve(
            createContentRoutes({ authorize, authorizeDirectLink: authorize, files, delivery }),
          ),
      }),
    jobs: [...createFileJobs({ ...deps, store }), ...createThumbnailJobs(drawing), deps.counts.job],
    thumbnails,
    prepareArchive: builtArchives.prepare,
    removeArchive: builtArchives.removeOfShare,
    isBeingRead: readers.isBeingRead,
    whenUnread: readers.whenUnread,
    stop: drawer.stop,
  };
}
