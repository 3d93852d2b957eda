import { apiBase } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import type { ShareFile } from '../../contract/files.ts';
import type { Share } from '../../contract/shares.ts';
import { type ApiClient, buildPath, type CallOptions, encodePathPart } from '../core/api-client.ts';
import { filesPerPage, paginate } from '../core/paginate.ts';
import type { Transport, TransportResponse } from '../core/transport.ts';
import { parseShareLink } from './link.ts';

export interface OpenShareOptions {
  password?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Keeps the token between runs, so that one that goes on with another needs no second view. */
  tokenStore?: ShareTokenStore | undefined;
}

/** Keeps share tokens between runs. They open a share, so nobody else may read them. */
export interface ShareTokenStore {
  load(share: ShareOnServer): Promise<string | null>;
  save(share: ShareOnServer, token: string): Promise<void>;
  clear(share: ShareOnServer): Promise<void>;
}

export interface ShareOnServer {
  id: string;
  /** Origin of the server: a token must not go to another one. */
  baseUrl: string;
}

/** What visitors of shares do. */
export interface ShareAccess {
  /**
   * Opens a share by its link or id, consuming a view when it must: the token that is answered is kept in memory and
   * sent with every later request for this share. Of a link only the id counts: the client asks its own server. A
   * token that is kept by `tokenStore` and still holds is used first.
   *
   * @throws AppError `share_not_found`, `share_removed`, `share_uploading`, `share_view_limit`,
   * `share_password_required`, `share_password_wrong`
   * @example
   * const { share } = await client.openShare('https://files.example.org/s/Xy12Ab34Cd56Ef78');
   */
  openShare(linkOrId: string, options?: OpenShareOptions): Promise<{ share: Share }>;
  /**
   * All finished files of a share, over all pages.
   *
   * @example
   * for await (const file of client.listAllFiles(share.id)) console.log(file.path, file.size);
   */
  listAllFiles(shareId: string, options?: CallOptions): AsyncGenerator<ShareFile, void, undefined>;
  /** Address of a file's bytes. `inline` asks for it to be shown instead of saved, where that is safe. */
  fileUrl(shareId: string, fileId: string, options?: { inline?: boolean }): string;
  /** Address of all files, or of those with the ids, as one ZIP archive. */
  archiveUrl(shareId: string, fileIds?: readonly string[]): string;
  /**
   * Address for curl, wget and download managers: of the share's only file or of all files as a ZIP archive, or of the
   * file of a path. A password goes along as HTTP Basic authentication with any user name. Shares with a view limit
   * have none.
   *
   * @example
   * client.directUrl(share.id, 'photos/one.jpg'); // https://files.example.org/d/Xy12Ab34Cd56Ef78/photos/one.jpg
   */
  directUrl(shareId: string, path?: string): string;
  /** Address of the share's SHA256SUMS file. */
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
    archiveUrl: (id, fileIds) =>
      url('/shares/:id/archive', { params: { id }, query: { files: fileIds?.join(',') } }),
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
function opensForFree({ code, params }: AppError): boolean {
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
