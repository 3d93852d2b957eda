import type { ArchivePending } from '#sdk/contract/files.js';
import type { FileId } from '#sdk/contract/formats/primitives.js';
import { english } from '../../../english.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Context } from '../../../http/context.ts';
import type { BuiltArchives } from '../archives/built.ts';
import type { LayoutLease } from '../archives/layout-cache.ts';
import type { StoredArchives } from '../archives/stored.ts';
import type { DownloadCounts } from '../download-counts.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { Holds } from '../holds.ts';
import type { FileService } from '../service.ts';
import type { AuthorizedShare, FileRecord } from '../types.ts';
import { archiveContent, fileContent } from './content.ts';
import type { Offload } from './offload.ts';
import { sendByProxy, sendContent } from './respond.ts';

interface Deps {
  files: FileService;
  bytes: FileBytes;
  storedArchives: StoredArchives;
  builtArchives: BuiltArchives;
  offload: Offload;
  counts: Omit<DownloadCounts, 'flush' | 'job'>;
  holds: Holds;
}

/** Authorizes a download from a share, with its password where one is accepted; throws the reason for a refusal. */
export type AuthorizeDownload = (
  from: { ctx: Context; actor: Actor; password: string | null },
  id: string,
) => Promise<AuthorizedShare>;

/** What an archive contains; everything, unless given */
interface Wanted {
  ids?: readonly FileId[] | undefined;
  /** Path of a folder */
  folder?: string | undefined;
}

/** Sends the files of a share to authorized actors, and counts the downloads of visitors. */
export interface Delivery {
  file(
    ctx: Context,
    authorized: AuthorizedShare,
    wanted: { file: FileRecord; isInline: boolean },
  ): Promise<void>;
  /** Sends an archive of all files, of those named, or of a folder. */
  archive(ctx: Context, authorized: AuthorizedShare, wanted?: Wanted): Promise<void>;
}

export function createDelivery(deps: Deps): Delivery {
  const { files, bytes, storedArchives, builtArchives, offload, counts, holds } = deps;

  async function sendStored(
    ctx: Context,
    authorized: AuthorizedShare,
    { layout, release, selected }: LayoutLease & { selected?: readonly string[] },
  ): Promise<void> {
    const { share } = authorized;
    try {
      const open = async () => storedArchives.open(share.key, layout);
      const onBegin = () => noteArchive(authorized);
      await sendContent(ctx, archiveContent(share, layout, selected), {
        open,
        onBegin,
        onEnd: counts.noteEnd,
      });
    } finally {
      release();
    }
  }

  function noteArchive(authorized: AuthorizedShare): void {
    if (isVisit(authorized)) counts.noteArchive(authorized.share.key);
  }

  function noteFile(authorized: AuthorizedShare, { id, shareKey }: FileRecord, isInline: boolean): void {
    if (!isVisit(authorized)) return;
    // A file that is shown in the page does not count as a download.
    if (isInline) counts.noteAccess(shareKey);
    else counts.noteFile(shareKey, id);
  }

  return {
    async file(ctx, authorized, { file, isInline }) {
      holds.refuse(file);
      const content = fileContent(file, isInline);
      const open = () => bytes.open(file);
      const onBegin = () => noteFile(authorized, file, isInline);
      const onEnd = () => (isInline ? undefined : counts.noteEnd());
      const header = ctx.state.client.isProxied ? offload(file) : null;
      if (header) await sendByProxy(ctx, content, { header, open, onBegin, onEnd });
      else await sendContent(ctx, content, { open, onBegin, onEnd });
    },

    async archive(ctx, authorized, { ids, folder } = {}) {
      const { share } = authorized;
      if (!ids) await holds.refuseShare(share, folder);
      if (ids) {
        let paths: string[] = [];
        const lease = await storedArchives.layOutSelected(share.key, async () => {
          const found = await files.findAll(share, ids);
          paths = found.map(({ path }) => path);
          return found;
        });
        return sendStored(ctx, authorized, { ...lease, selected: paths });
      }
      if (folder !== undefined) {
        const lease = await storedArchives.layOutFolder(share, folder);
        return sendStored(ctx, authorized, { ...lease, selected: [`${folder}/`] });
      }
      const choice = await builtArchives.choose(share);
      if (choice.kind === 'pending') return sendPending(ctx, choice.seconds);
      if (choice.kind === 'stored') return sendStored(ctx, authorized, await storedArchives.layOut(share));
      const { id, size } = choice.blob;
      await sendContent(ctx, archiveContent(share, { size, etag: `"${id}"` }), {
        open: () => builtArchives.open(id),
        onBegin: () => noteArchive(authorized),
        onEnd: counts.noteEnd,
      });
    },
  };
}

export function isVisit({ role }: AuthorizedShare): boolean {
  return role === 'visitor' || role === 'stranger';
}

function sendPending(ctx: Context, seconds: number): void {
  const body: ArchivePending = {
    status: 'preparing',
    message: english.t('client.archive_preparing'),
    retryAfter: seconds,
  };
  ctx.status = 202;
  ctx.set({ 'Retry-After': String(seconds), 'Cache-Control': 'no-store' });
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(body);
}
