import { createFetchTransport } from './client/browser/fetch-transport.ts';
import { createFileshareClient, type FileshareClient, normalizeBaseUrl } from './client/fileshare-client.ts';
import { memorySessionStore } from './client/session-store.ts';

/** Options of a client in a browser. */
export interface BrowserClientOptions {
  /** Address of the server; the page's own origin unless told. */
  baseUrl?: string;
  /** A bearer token that is sent instead of the session's cookies. */
  token?: string;
  /** Hears of what goes wrong without stopping anything, such as a failed refresh; the console unless told. */
  onWarning?: (warning: Error) => void;
}

/**
 * A client for browsers: requests by fetch, the session in HttpOnly cookies.
 *
 * @example
 * import { createClient, filesFromBlobs } from 'fileshare';
 *
 * const client = createClient();
 * await client.session.signIn({ identifier: 'mia', password });
 * const { share } = await client.uploadFiles(filesFromBlobs(input.files));
 */
export function createClient(options: BrowserClientOptions = {}): FileshareClient {
  const baseUrl = normalizeBaseUrl(options.baseUrl ?? location.origin);
  const { client } = createFileshareClient({
    baseUrl,
    transport: createFetchTransport(baseUrl),
    token: options.token,
    session: {
      transport: 'cookie',
      store: memorySessionStore(),
      onWarning: options.onWarning ?? ((warning) => console.warn(warning)),
    },
  });
  return client;
}

export { filesFromBlobs, type PickedBlob } from './client/browser/file-sources.ts';
export { localStorageJournal } from './client/browser/upload-journal.ts';
export type { FileshareClient } from './client/fileshare-client.ts';
export type { OpenShareOptions } from './client/share-access.ts';
export type { Credentials, Session, SetUpInput } from './client/session.ts';
export { NetworkError } from './client/transport.ts';
export { type UploadFailure, UploadFailedError } from './client/upload-error.ts';
export type {
  FileProgress,
  FileSource,
  FileUploadState,
  JournalFile,
  JournalState,
  UploadJournal,
  UploadOptions,
  UploadPhase,
  UploadProgress,
  UploadResult,
  UploadTask,
} from './client/upload-types.ts';
export { AppError, type ErrorCode } from './contract/errors.ts';
export type { ShareFile } from './contract/files.ts';
export type { CreateShare, OwnerShare, Share, ShareState } from './contract/shares.ts';
export type { User } from './contract/users.ts';
