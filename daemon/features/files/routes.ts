import * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition, EndpointOutput } from '#sdk/contract/endpoint.js';
import type { ArchivePending, ShareFile } from '#sdk/contract/files.js';
import { nameOfPath } from '#sdk/contract/paths.js';
import { FileId } from '#sdk/contract/primitives.js';
import { isShareAction, type ShareAction } from '#sdk/contract/share-actions.js';
import type { Actor } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import { bind, type HandlerInput, type Route } from '../../http/implement.ts';
import { parsePart } from '../../http/validate.ts';
import type { BuiltArchives } from './built-archives.ts';
import { archiveContent, fileContent } from './content.ts';
import type { FileBytes } from './file-bytes.ts';
import type { LayoutLease } from './layout-cache.ts';
import { mediaTypeOf } from './media-types.ts';
import type { Offload } from './offload.ts';
import { presentFile } from './present.ts';
import { previewKindOf } from './preview-kinds.ts';
import { sendByProxy, sendContent, sendText } from './send-content.ts';
import type { FileService } from './service.ts';
import type { StoredArchives } from './stored-archives.ts';
import type { FileRecord, FileShare } from './types.ts';

/** Who may do what with a share is known elsewhere. */
export interface ShareGate {
  /** The share, when `actor` may do `action` with it; throws the reason why not. */
  authorise(actor: Actor, action: ShareAction, id: string): Promise<FileShare>;
}

interface Deps {
  files: FileService;
  bytes: FileBytes;
  storedArchives: StoredArchives;
  builtArchives: BuiltArchives;
  offload: Offload;
  access: ShareGate;
}

export function createFileRoutes({
  files,
  bytes,
  storedArchives,
  builtArchives,
  offload,
  access,
}: Deps): Route[] {
  async function sendStored(ctx: Context, share: FileShare, { layout, release }: LayoutLease): Promise<void> {
    try {
      const open = async () => storedArchives.open(share.key, layout);
      await sendContent(ctx, archiveContent(share, layout), open);
    } finally {
      release();
    }
  }

  return [
    implementFor(access, api.files.list, async ({ share, query }) => {
      const page = await files.list(share, query);
      return { files: page.files.map(present), total: share.fileCount, nextCursor: page.nextCursor };
    }),

    implementFor(access, api.files.download, async ({ share, params, query, ctx }) => {
      const file = await files.find(share, params.fileId);
      const content = fileContent(file, query.disposition === 'inline');
      const open = () => bytes.open(file);
      const header = ctx.state.client.isProxied ? offload(file) : null;
      await (header ? sendByProxy(ctx, content, { header, open }) : sendContent(ctx, content, open));
    }),

    implementFor(access, api.files.archive, async ({ share, query, ctx }) => {
      const ids = readIds(query.files);
      if (ids)
        return sendStored(ctx, share, await storedArchives.layOutSelected(await files.findAll(share, ids)));
      const choice = await builtArchives.choose(share);
      if (choice.kind === 'pending') return sendPending(ctx, choice.seconds);
      if (choice.kind === 'stored') return sendStored(ctx, share, await storedArchives.layOut(share));
      const { id, size } = choice.blob;
      await sendContent(ctx, archiveContent(share, { size, etag: `"${id}"` }), () => builtArchives.open(id));
    }),

    implementFor(access, api.files.sha256sums, async ({ share, ctx }) => {
      sendText(ctx, 'SHA256SUMS', files.listChecksums(share));
    }),
  ];
}

function present(file: FileRecord): ShareFile {
  const name = nameOfPath(file.path);
  return presentFile(file, { type: mediaTypeOf(name), preview: previewKindOf(name) });
}

const Selected = z.strictObject({ files: z.array(FileId) });

/** `files=id,id`; null means all. */
function readIds(list: string | undefined): FileId[] | null {
  return list === undefined ? null : parsePart(Selected, { files: list.split(',') }).files;
}

function sendPending(ctx: Context, seconds: number): void {
  const body: ArchivePending = { status: 'preparing', retryAfter: seconds };
  ctx.status = 202;
  ctx.set({ 'Retry-After': String(seconds), 'Cache-Control': 'no-store' });
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = JSON.stringify(body);
}

interface ShareInput<E> extends HandlerInput<E> {
  share: FileShare;
}

/** Binds a handler that gets the share only when the caller may do what the endpoint declares. */
function implementFor<const E extends EndpointDefinition>(
  access: ShareGate,
  endpoint: E,
  handler: (input: ShareInput<E>) => Promise<EndpointOutput<E>>,
): Route {
  const action = endpoint.access;
  if (!isShareAction(action)) throw new Error(`${endpoint.method} ${endpoint.path} declares no share action`);
  return bind(endpoint, async (input) => {
    const { id } = input.params as unknown as { id: string };
    return handler({ ...input, share: await access.authorise(input.actor, action, id) });
  });
}
