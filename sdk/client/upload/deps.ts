import type { HttpStack } from 'tus-js-client';
import type { ApiClient } from '../core/api-client.ts';
import type { Backoff, WatchNetwork } from '../core/backoff.ts';
import type { Digest } from './bundle.ts';

/** Milliseconds of patience. */
export interface UploadTiming {
  backoff: Backoff;
  /** A request that moves no byte for so long is given up and started again. */
  stallAfter: number;
  /** A file that made no progress for so long has failed. */
  giveUpAfter: number;
  /** But not before this many attempts: a computer that slept has lost time, not tried. */
  minimumAttempts: number;
}

export const defaultTiming: UploadTiming = {
  backoff: { base: 500, max: 20_000 },
  stallAfter: 60_000,
  giveUpAfter: 120_000,
  minimumAttempts: 5,
};

/** What uploads need of the client. */
export interface UploadDeps {
  api: Pick<ApiClient, 'configs' | 'shares' | 'files'>;
  /** Origin of the server. */
  baseUrl: string;
  /** How tus-js-client sends its requests; its own way when left out. */
  httpStack?: HttpStack | undefined;
  /** For bundles of small files; where it is missing, every file is sent for itself. */
  digest?: Digest | undefined;
  /** Ends a pause between two attempts as soon as there is a network again, where the environment tells. */
  watchNetwork?: WatchNetwork | undefined;
  /** Hears of what goes wrong without stopping the upload: a journal that cannot be written. */
  onWarning: (warning: Error) => void;
  timing?: UploadTiming;
}
