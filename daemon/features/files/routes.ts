import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition, EndpointOutput } from '#sdk/contract/endpoint.js';
import type { OwnerFile, ShareFile, Thumbnail } from '#sdk/contract/files.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { isShareAction, type ShareAction } from '#sdk/contract/shares/actions.js';
import type { Actor } from '../../http/actor.ts';
import { bind, type HandlerInput, type Route } from '../../http/implement.ts';
import type { OpenBundle } from './bundles.ts';
import { isVisit } from './content/deliver.ts';
import { mediaTypeOf } from './content/media-types.ts';
import { previewKindOf } from './content/preview-kinds.ts';
import { sendBundle, sendContent, sendText } from './content/respond.ts';
import type { DownloadCounts } from './download-counts.ts';
import type { DownloadCount } from './download-repo.ts';
import type { Holds } from './holds.ts';
import type { FileService } from './service.ts';
import type { AcceptThumbnail } from './thumbnails/accept.ts';
import type { Thumbnails } from './thumbnails/thumbnails.ts';
import type { AuthorizedShare, ListedFile } from './types.ts';

/** Authorizes actors; the policy of shares is in another feature. */
export interface ShareGate {
  /** Authorizes `actor` to do `action` with the share; throws the reason for a refusal. */
  authorize(actor: Actor, action: ShareAction, id: string): Promise<AuthorizedShare>;
}

interface Deps {
  files: FileService;
  access: ShareGate;
  thumbnails: Pick<Thumbnails, 'find' | 'ofFiles'>;
  holds: Holds;
  openBundle: OpenBundle;
  counts: Pick<DownloadCounts, 'noteFile' | 'noteEnd'>;
  acceptThumbnail: AcceptThumbnail;
  /** Counts a thumbnail from a sender; throws when an address sends too many. */
  spendThumbnail(ip: string): Promise<void>;
}

/** A thumbnail counts neither as a download nor as a view. */
const uncounted = { onBegin: () => undefined, onEnd: () => undefined };

export function createFileRoutes(deps: Deps): Route[] {
  const { files, access, thumbnails, holds, openBundle, counts } = deps;

  async function present(page: readonly ListedFile[]): Promise<ShareFile[]> {
    const drawn = await thumbnails.ofFiles(page);
    const presentFile = createPresenter();
    return page.map((file) => {
      const held = holds.find(file);
      if (held) return { ...presentFile(file, null), preview: null, held };
      return presentFile(file, drawn.get(file.id) ?? null);
    });
  }

  return [
    implementFor(access, api.files.list, async ({ authorized: { share }, query }) => {
      const page = await files.list(share, query);
      return { files: await present(page.files), total: share.fileCount, nextCursor: page.nextCursor };
    }),

    implementFor(access, api.files.listOwned, async ({ authorized: { share }, query }) => {
      const page = await files.list(share, query);
      const counts = await files.countDownloads(page.files);
      const presented = await present(page.files);
      const owned = presented.map((file, index) => ({
        ...presentOwnerFile(file, counts.get(file.id)),
        ...malwareOf(page.files[index]),
      }));
      return { files: owned, total: share.fileCount, nextCursor: page.nextCursor };
    }),

    implementFor(access, api.files.sha256sums, async ({ authorized: { share }, ctx }) => {
      await sendText(ctx, 'SHA256SUMS', files.listChecksums(share));
    }),

    implementFor(access, api.files.bundle, async ({ authorized, body, ctx }) => {
      await sendBundle(ctx, await openBundle(authorized.share, body.files), (sent) => {
        for (const { id, shareKey } of sent) {
          if (isVisit(authorized)) counts.noteFile(shareKey, id);
          counts.noteEnd();
        }
      });
    }),

    implementFor(access, api.files.thumbnail, async ({ authorized: { share }, params, ctx }) => {
      const file = await files.find(share, params.fileId);
      holds.refuse(file);
      // Browsers keep nothing of a share that not everybody with its link can open.
      const isKept = share.passwordHash === null && share.maxViews === null;
      const { content, open } = await thumbnails.find(file, { size: params.size, isKept });
      await sendContent(ctx, content, { open, ...uncounted });
    }),

    implementFor(access, api.files.sendThumbnail, async ({ authorized: { share }, query, file, actor }) => {
      await deps.spendThumbnail(actor.ip);
      return deps.acceptThumbnail(share, query.path, file);
    }),
  ];
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

/** Of thousands of files, few differ in their extension or in the moment at which they were finished. */
function createPresenter() {
  const kindOf = memo((name: string) => ({ type: mediaTypeOf(name), preview: previewKindOf(name) }));
  const timeOf = memo((moment: number) => isoTime(moment));
  return ({ id, path, size, sha256, createdAt }: ListedFile, thumbnail: Thumbnail | null): ShareFile => {
    const name = nameOfPath(path);
    const { type, preview } = kindOf(name.slice(Math.max(name.lastIndexOf('.'), 0)));
    return { id, name, path, size, type, preview, sha256, createdAt: timeOf(createdAt), thumbnail };
  };
}

function memo<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

function malwareOf(file: ListedFile | undefined): Pick<OwnerFile, 'malware'> {
  const { state, note } = file?.scan ?? {};
  return state === 'infected' && note ? { malware: note } : {};
}

function presentOwnerFile(file: ShareFile, count: DownloadCount | undefined): OwnerFile {
  return { ...file, downloads: count?.downloads ?? 0, lastDownloadAt: isoTime(count?.lastAt ?? null) };
}
