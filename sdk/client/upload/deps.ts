import type { HttpStack } from 'tus-js-client';
import type { ApiClient } from '../core/api-client.ts';
import type { RateLimit } from '../core/rate-limit.ts';
import type { RoundTrips } from '../core/round-trips.ts';
import type { ReverseShareLinks } from '../shares/reverse-share-link.ts';
import type { Digest } from './content.ts';
import type { RetryDeps } from './retry.ts';

/** The parts of the client that uploads need. */
export interface UploadDeps extends RetryDeps, ReverseShareLinks {
  api: Pick<ApiClient, 'configs' | 'shares' | 'files'>;
  /** Origin of the server. */
  baseUrl: string;
  /** Sends the requests of tus-js-client; by default it sends them itself. */
  httpStack?: HttpStack | undefined;
  /** Computes SHA-256 for bundles of small files; without it, every file is sent separately. */
  digest?: Digest | undefined;
  /** Limits the bytes per second of all transfers of one upload. */
  rateLimit?: RateLimit | undefined;
  /** How long the path to the server is; without it, one connection is enough for a file unless the caller wants more. */
  roundTrips?: RoundTrips | undefined;
  /** True if all requests use the same connection, as with HTTP/2: then parts of a file gain nothing. */
  sharesConnection?: (() => boolean) | undefined;
  /** Called for errors that do not stop the upload, such as a journal that cannot be written. */
  onWarning: (warning: Error) => void;
}
