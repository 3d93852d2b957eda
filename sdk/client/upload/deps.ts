import type { HttpStack } from 'tus-js-client';
import type { ApiClient } from '../core/api-client.ts';
import type { Digest } from './content.ts';
import type { RetryDeps } from './retry.ts';

/** What uploads need of the client. */
export interface UploadDeps extends RetryDeps {
  api: Pick<ApiClient, 'configs' | 'shares' | 'files'>;
  /** Origin of the server. */
  baseUrl: string;
  /** How tus-js-client sends its requests; its own way when left out. */
  httpStack?: HttpStack | undefined;
  /** For bundles of small files; where it is missing, every file is sent separately. */
  digest?: Digest | undefined;
  /** Called for errors that do not stop the upload, such as a journal that cannot be written. */
  onWarning: (warning: Error) => void;
}
