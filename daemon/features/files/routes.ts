import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition, EndpointOutput } from '#sdk/contract/endpoint.js';
import type { OwnerFile, ShareFile } from '#sdk/contract/files.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { isShareAction, type ShareAction } from '#sdk/contract/share-actions.js';
import type { Actor } from '../../http/actor.ts';
import { bind, type HandlerInput, type Route } from '../../http/implement.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { previewKindOf } from './content/preview-kinds.ts';
import { sendText } from './content/respond.ts';
import type { DownloadCount } from './download-repo.ts';
import type { FileService } from './service.ts';
import type { AuthorizedShare, FileRecord } from './types.ts';

/** Authorizes actors; the policy of shares is in another feature. */
export interface ShareGate {
  /** Authorizes `actor` to do `action` with the share; throws the reason for a refusal. */
  authorize(actor: Actor, action: ShareAction, id: string): Promise<AuthorizedShare>;
}

interface Deps {
  files: FileService;
  access: ShareGate;
}

export function createFileRoutes({ files, access }: Deps): Route[] {
  return [
    implementFor(access, api.files.list, async ({ authorized: { share }, query }) => {
      const page = await files.list(share, query);
      return { files: page.files.map(present), total: share.fileCount, nextCursor: page.nextCursor };
    }),

    implementFor(access, api.files.listOwned, async ({ authorized: { share }, query }) => {
      const page = await files.list(share, query);
      const counts = await files.countDownloads(page.files);
      const presented = page.files.map((file) => presentOwnerFile(present(file), counts.get(file.id)));
      return { files: presented, total: share.fileCount, nextCursor: page.nextCursor };
    }),

    implementFor(access, api.files.sha256sums, async ({ authorized: { share }, ctx }) => {
      sendText(ctx, 'SHA256SUMS', files.listChecksums(share));
    }),
  ];
}

function present(file: FileRecord): ShareFile {
  const name = nameOfPath(file.path);
  return presentFile(file, { type: mediaTypeOf(name), preview: previewKindOf(name) });
}

interface ShareInput<E> extends HandlerInput<E> {
  authorized: AuthorizedShare;
}

/** Binds a handler that gets the share only if the actor may do what the endpoint declares. */
function implementFor<const E extends EndpointDefinition>(
  access: ShareGate,
  endpoint: E,
  handler: (input: ShareInput<E>) => Promise<EndpointOutput<E>>,
): Route {
  const action = endpoint.access;
  if (!isShareAction(action)) throw new Error(`${endpoint.method} ${endpoint.path} declares no share action`);
  return bind(endpoint, async (input) => {
    const { id } = input.params as unknown as { id: string };
    return handler({ ...input, authorized: await access.authorize(input.actor, action, id) });
  });
}

function presentFile(
  { id, path, size, sha256, createdAt }: FileRecord,
  { type, preview }: Pick<ShareFile, 'type' | 'preview'>,
): ShareFile {
  return {
    id,
    name: nameOfPath(path),
    path,
    size,
    type,
    preview,
    sha256,
    createdAt: isoTime(createdAt),
  };
}

function presentOwnerFile(file: ShareFile, count: DownloadCount | undefined): OwnerFile {
  return { ...file, downloads: count?.downloads ?? 0, lastDownloadAt: isoTime(count?.lastAt ?? null) };
}
