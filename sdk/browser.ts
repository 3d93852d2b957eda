import { createDigest } from './client/browser/digest.ts';
import { createFetchTransport } from './client/browser/fetch-transport.ts';
import { sessionHintStore } from './client/browser/session-hint-store.ts';
import { createFileshareClient, type FileshareClient, normalizeBaseUrl } from './client/fileshare-client.ts';
import { memorySessionStore, type SessionStore } from './client/session/store.ts';

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
    digest: createDigest(),
    watchNetwork,
    token: options.token,
    session: {
      transport: 'cookie',
      store: openSessionStore(),
      // oxlint-disable-next-line no-console -- a page has no other log
      onWarning: options.onWarning ?? ((warning) => console.warn(warning)),
    },
  });
  return client;
}

function watchNetwork(onOnline: () => void): () => void {
  addEventListener('online', onOnline);
  return () => removeEventListener('online', onOnline);
}

/** Workers have no local storage, and visitors can forbid a page to store anything. */
function openSessionStore(): SessionStore {
  try {
    const storage: Storage | undefined = globalThis.localStorage;
    return storage ? sessionHintStore(storage) : memorySessionStore();
  } catch (error) {
    if (error instanceof DOMException) return memorySessionStore();
    throw error;
  }
}

export { filesFromBlobs, type PickedBlob } from './client/browser/file-sources.ts';
export { localStorageJournal } from './client/browser/upload-journal.ts';
export * from './exports.ts';
