import { createDigest } from './client/browser/digest.ts';
import { createFetchTransport } from './client/browser/fetch-transport.ts';
import { type KnownAnswers, withKnownAnswers } from './client/browser/known-answers.ts';
import { sessionHintStore } from './client/browser/session-hint-store.ts';
import { measuringRoundTrips, RoundTrips } from './client/core/round-trips.ts';
import { createFileshareClient, type FileshareClient, normalizeBaseUrl } from './client/fileshare-client.ts';
import { memorySessionStore, type SessionStore } from './client/session/store.ts';

/** Options of a client in a browser. */
export interface BrowserClientOptions {
  /** URL of the server; the page's own origin by default. */
  baseUrl?: string;
  /** A bearer token (RFC 6750, section 2.1) that is sent instead of the session's cookies. */
  token?: string;
  /** Answers that the page has brought with it: each is given once, instead of sending its request. */
  knownAnswers?: KnownAnswers;
  /** Called for errors that stop nothing, such as a failed refresh; by default they go to the console. */
  onWarning?: (warning: Error) => void;
}

/**
 * Creates a client for browsers. It uses fetch, and keeps the session in HttpOnly cookies.
 *
 * @throws TypeError when `baseUrl` is not an http(s) URL
 *
 * @example
 * import { createClient, filesFromBlobs } from 'fileshare';
 *
 * const client = createClient();
 * await client.session.signIn({ identifier: 'ann', password });
 * const { share } = await client.uploadFiles(filesFromBlobs(input.files));
 */
export function createClient(options: BrowserClientOptions = {}): FileshareClient {
  const baseUrl = normalizeBaseUrl(options.baseUrl ?? location.origin);
  const roundTrips = new RoundTrips();
  const measured = measuringRoundTrips(createFetchTransport(baseUrl), roundTrips);
  const { client } = createFileshareClient({
    baseUrl,
    transport: withKnownAnswers(measured, options.knownAnswers ?? {}),
    roundTrips,
    sharesConnection,
    digest: createDigest(),
    watchNetwork,
    retryPolicy: { unreachableAfter: halfADay },
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

/** Milliseconds. An open page goes on by itself when the network is back, even the next morning. */
const halfADay = 43_200_000;

function watchNetwork(onOnline: () => void): () => void {
  addEventListener('online', onOnline);
  return () => removeEventListener('online', onOnline);
}

/** From HTTP/2 on, all requests of a page share one connection. An unknown version counts as one of these. */
function sharesConnection(): boolean {
  const [page] = performance.getEntriesByType('navigation');
  const version = page && 'nextHopProtocol' in page ? String(page.nextHopProtocol) : '';
  return !version.startsWith('http/1');
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

export { filesFromBlobs, type PickedBlob, relativePathOf } from './client/browser/file-sources.ts';
export type { KnownAnswer, KnownAnswers } from './client/browser/known-answers.ts';
export { watchOtherTabs } from './client/browser/session-hint-store.ts';
export {
  type LocalStorageJournalOptions,
  localStorageUploadJournal,
} from './client/browser/upload-journal.ts';
export * from './exports.ts';
