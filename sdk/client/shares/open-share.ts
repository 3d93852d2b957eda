import { apiBase } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import type { ShareFile, ThumbnailSize } from '../../contract/files.ts';
import type { Share } from '../../contract/shares.ts';
import { type ApiClient, buildPath, type CallOptions, encodePathPart } from '../core/api-client.ts';
import { filesPerPage, paginate } from '../core/paginate.ts';
import type { Transport, TransportResponse } from '../core/transport.ts';
import { parseShareLink } from './link.ts';

/** Options of `openShare`. */
export interface OpenShareOptions {
  /** Password of the share, if it has one. */
  password?: string | undefined;
  /** Aborts the requests. */
  signal?: AbortSignal | undefined;
  /** Keeps the share token between runs, so that a later run does not count as another view. */
  tokenStore?: ShareTokenStore | undefined;
}

/** Keeps share tokens between runs. A token opens the share, so nobody else may be able to read it. */
export interface ShareTokenStore {
  /** Reads the token of a share, or null. */
  load(share: ShareOnServer): Promise<string | null>;
  /** Replaces the token of a share. */
  save(share: ShareOnServer, token: string): Promise<void>;
  /** Deletes the token of a share. */
  clear(share: ShareOnServer): Promise<void>;
}

/** A share and the server it is on. */
export interface ShareOnServer {
  /** ID of the share. */
  id: string;
  /** Origin of the server: a token must not be sent to another one. */
  baseUrl: string;
}

/** The methods for visitors of shares. Those that call the server also throw NetworkError if it is not reached. */
export interface ShareAccess {
  /**
   * Opens a share by its link or id. That counts as a view, unless a share token is still valid. The token is kept in
   * memory and sent with every later request for this share; one in `tokenStore` is tried first. Only the id of a link
   * is used: the client asks its own server.
   *
   * @throws AppError `share_not_found`, `share_removed`, `share_uploading`, `share_view_limit`,
   * `share_password_required`, `share_password_wrong`
   * @example
   * const { share } = await client.openShare('https://files.example.org/s/Xy12Ab34Cd56Ef78');
   */
  openShare(linkOrId: string, options?: OpenShareOptions): Promise<{ share: Share }>;
  /**
   * All uploaded files of a share, over all pages.
   *
   * @throws AppError `share_token_required`, `share_password_required`: call `openShare` first
   * @example
   * for await (const file of client.listAllFiles(share.id)) console.log(file.path, file.size);
   */
  listAllFiles(shareId: string, options?: CallOptions): AsyncGenerator<ShareFile, void, undefined>;
  /** URL of a file's content. With `inline`, browsers show it instead of saving it, if its type is safe to show. */
  fileUrl(shareId: string, fileId: string, options?: { inline?: boolean }): string;
  /** URL of a file's thumbnail; there is one if `thumbnail` of the file is not null. */
  thumbnailUrl(shareId: string, fileId: string, size: ThumbnailSize): string;
  /** URL of a ZIP archive of all files, of the files with these ids, or of all files in a folder. */
  archiveUrl(shareId: string, selection?: readonly string[] | { folder: string }): string;
  /**
   * URL for curl, wget and download managers: of the file with this path, or without a path of the share's only file or of
   * all files as a ZIP archive. The password is sent with HTTP Basic authentication (RFC 7617) and any username. Shares
   * with a view limit cannot be downloaded this way.
   *
   * @example
   * client.directUrl(share.id, 'photos/one.jpg'); // https://files.example.org/d/Xy12Ab34Cd56Ef78/photos/one.jpg
   */
  directUrl(shareId: string, path?: string): string;
  /** URL of the share's SHA256SUMS file, as `sha256sum --check` reads it. */
  sha256sumsUrl(shareId: string): string;
}

export function createShareAccess(api: ApiClient, tokens: ShareTokens, baseUrl: string): ShareAccess {
  const url = (pattern: string, input: Parameters<typeof buildPath>[1]) =>
    baseUrl + buildPath(pattern, input);
  return {
    async openShare(linkOrId, { password, signal, tokenStore } = {}) {
      const params = { id: parseShareLink(linkOrId).id };
      const where = { ...params, baseUrl };
      const kept = tokens.has(params.id) ? null : await tokenStore?.load(where);
      if (kept) tokens.set(params.id, kept);
      let isFree = false;
      try {
        return { share: await api.shares.get({ params }, { signal }) };
      } catch (error) {
        if (kept && isClosed(error)) await tokenStore?.clear(where);
        if (!isClosed(error) || (password === undefined && needsPassword(error))) throw error;
        isFree = opensForFree(error);
      }
      const body = password === undefined ? {} : { password };
      const { token } = await api.shares.open({ params, body }, { signal });
      tokens.set(params.id, token);
      if (!isFree) await tokenStore?.save(where, token);
      return { share: await api.shares.get({ params }, { signal }) };
    },
    listAllFiles: (id, options) =>
      paginate('files', (query) => api.files.list({ params: { id }, query }, options), {
        pageSize: filesPerPage,
      }),
    fileUrl: (id, fileId, { inline = false } = {}) =>
      url('/shares/:id/files/:fileId', {
        params: { id, fileId },
        query: { disposition: inline ? 'inline' : undefined },
      }),
    thumbnailUrl: (id, fileId, size) =>
      url('/shares/:id/files/:fileId/thumbnail/:size', { params: { id, fileId, size } }),
    archiveUrl: (id, selection) => {
      const isFolder = selection !== undefined && 'folder' in selection;
      const query = isFolder ? selection : { files: selection?.join(',') };
      return url('/shares/:id/archive', { params: { id }, query });
    },
    directUrl: (id, path) =>
      `${baseUrl}/d/${[id, ...(path?.split('/') ?? [])].map(encodePathPart).join('/')}`,
    sha256sumsUrl: (id) => url('/shares/:id/sha256sums', { params: { id } }),
  };
}

/** True when a share token helps. */
function isClosed(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'share_token_required' || needsPassword(error));
}

function needsPassword({ code }: AppError): boolean {
  return code === 'share_password_required';
}

/** Without password and view limit, another token costs nothing. */
export function opensForFree({ code, params }: AppError): boolean {
  return code === 'share_token_required' && params['maxViews'] === 0;
}

/** The share tokens of this client, by share id. */
export type ShareTokens = Map<string, string>;

const sharePath = new RegExp(`^${apiBase}/shares/([\\w-]+)(?:[/?]|$)`);

/** The share that a path is about, if any. */
export function shareIdOfPath(path: string): string | undefined {
  return sharePath.exec(path)?.[1];
}

/** Sends the token of an opened share with the requests for that share, and with no other. */
export function withShareTokens<R extends TransportResponse>(
  transport: Transport<R>,
  tokens: ShareTokens,
): Transport<R> {
  return {
    send(request) {
      const token = tokens.get(shareIdOfPath(request.path) ?? '');
      if (token === undefined) return transport.send(request);
      return transport.send({ ...request, headers: { 'x-share-token': token, ...request.headers } });
    },
  };
}
