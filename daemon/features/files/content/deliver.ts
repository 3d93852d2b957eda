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
import type { FileService } from '../service.ts';
import type { Admission, FileRecord } from '../types.ts';
import { archiveContent, fileContent } from './content.ts';
import type { Offload } from './offload.ts';
import { sendByProxy, sendContent } from './send.ts';

interface Deps {
  files: FileService;
  bytes: FileBytes;
  storedArchives: StoredArchives;
  builtArchives: BuiltArchives;
  offload: Offload;
  counts: Omit<DownloadCounts, 'flush' | 'job'>;
}

/** Lets in who may download from a share, with its password where one is taken; throws the reason why not. */
export type Admit = (
  from: { ctx: Context; actor: Actor; password: string | null },
  id: string,
) => Promise<Admission>;

/** Sends what a share has to whoever was admitted to it, and counts what visitors take. */
export interface Delivery {
  file(ctx: Context, admission: Admission, wanted: { file: FileRecord; isInline: boolean }): Promise<void>;
  /** Of all files, or of those named. */
  archive(ctx: Context, admission: Admission, ids: readonly FileId[] | null): Promise<void>;
}

export function createDelivery(deps: Deps): Delivery {
  const { files, bytes, storedArchives, builtArchives, offload, counts } = deps;

  async function sendStored(
    ctx: Context,
    admission: Admission,
    { layout, release }: LayoutLease,
  ): Promise<void> {
    const { share } = admission;
    try {
      const open = async () => storedArchives.open(share.key, layout);
      const onBegin = () => noteArchive(admission);
      await sendContent(ctx, archiveContent(share, layout), { open, onBegin, onEnd: counts.noteEnd });
    } finally {
      release();
    }
  }

  function noteArchive(admission: Admission): void {
    if (isVisit(admission)) counts.noteArchive(admission.share.key);
  }

  function noteFile(admission: Admission, { id, shareKey }: FileRecord, isInline: boolean): void {
    if (!isVisit(admission)) return;
    // What is looked at in the page is not taken along.
    if (isInline) counts.noteAccess(shareKey);
    else counts.noteFile(shareKey, id);
  }

  return {
    async file(ctx, admission, { file, isInline }) {
      const content = fileContent(file, isInline);
      const open = () => bytes.open(file);
      const onBegin = () => noteFile(admission, file, isInline);
      const onEnd = () => (isInline ? undefined : counts.noteEnd());
      const header = ctx.state.client.isProxied ? offload(file) : null;
      if (header) await sendByProxy(ctx, content, { header, open, onBegin, onEnd });
      else await sendContent(ctx, content, { open, onBegin, onEnd });
    },

    async archive(ctx, admission, ids) {
      const { share } = admission;
      if (ids) {
        const selected = await storedArchives.layOutSelected(share.key, () => files.findAll(share, ids));
        return sendStored(ctx, admission, selected);
      }
      const choice = await builtArchives.choose(share);
      if (choice.kind === 'pending') return sendPending(ctx, choice.seconds);
      if (choice.kind === 'stored') return sendStored(ctx, admission, await storedArchives.layOut(share));
      const { id, size } = choice.blob;
      await sendContent(ctx, archiveContent(share, { size, etag: `"${id}"` }), {
        open: () => builtArchives.open(id),
        onBegin: () => noteArchive(admission),
        onEnd: counts.noteEnd,
      });
    },
  };
}

function isVisit({ role }: Admission): boolean {
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
