import * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition, EndpointOutput } from '#sdk/contract/endpoint.js';
import { nameOfPath } from '#sdk/contract/paths.js';
import { FileId } from '#sdk/contract/primitives.js';
import { isShareAction, type ShareAction } from '#sdk/contract/share-actions.js';
import type { Actor } from '../../http/actor.ts';
import { bind, type HandlerInput, type Route } from '../../http/implement.ts';
import { parsePart } from '../../http/validate.ts';
import { archiveContent, fileContent } from './content.ts';
import type { FileBytes } from './file-bytes.ts';
import { mediaTypeOf } from './media-types.ts';
import { presentFile } from './present.ts';
import { sendContent, sendText } from './send-content.ts';
import type { FileService } from './service.ts';
import type { StoredArchives } from './stored-archives.ts';
import type { FileShare } from './types.ts';

/** Who may do what with a share is known elsewhere. */
interface ShareGate {
  /** The share, when `actor` may do `action` with it; throws the reason why not. */
  authorise(actor: Actor, action: ShareAction, id: string): Promise<FileShare>;
}

interface Deps {
  files: FileService;
  bytes: FileBytes;
  storedArchives: StoredArchives;
  access: ShareGate;
}

export function createFileRoutes({ files, bytes, storedArchives, access }: Deps): Route[] {
  return [
    implementFor(access, api.files.list, async ({ share, query }) => {
      const page = await files.list(share, query);
      const presented = page.files.map((file) => presentFile(file, mediaTypeOf(nameOfPath(file.path))));
      return { files: presented, total: share.fileCount, nextCursor: page.nextCursor };
    }),

    implementFor(access, api.files.download, async ({ share, params, query, ctx }) => {
      const file = await files.find(share, params.fileId);
      const content = fileContent(file, query.disposition === 'inline');
      await sendContent(ctx, content, () => bytes.open(file));
    }),

    implementFor(access, api.files.archive, async ({ share, query, ctx }) => {
      const ids = readIds(query.files);
      const { layout, release } = await (ids
        ? storedArchives.layOutSelected(await files.findAll(share, ids))
        : storedArchives.layOut(share));
      try {
        const open = async () => storedArchives.open(share.key, layout);
        await sendContent(ctx, archiveContent(share, layout), open);
      } finally {
        release();
      }
    }),

    implementFor(access, api.files.sha256sums, async ({ share, ctx }) => {
      sendText(ctx, 'SHA256SUMS', files.listChecksums(share));
    }),
  ];
}

const Selected = z.strictObject({ files: z.array(FileId) });

/** `files=id,id`; null means all. */
function readIds(list: string | undefined): FileId[] | null {
  return list === undefined ? null : parsePart(Selected, { files: list.split(',') }).files;
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
