import type { IncomingMessage } from 'node:http';
import type { ShareRecord } from '../types.ts';

/** The body of a request, which is the bytes of a file. */
export interface FileBody {
  req: IncomingMessage;
  /** Called when the bytes are wanted: until then the client may wait for permission to send them. */
  accept(): void;
}

export interface PutFile {
  /** Checked and normalized. */
  path: string;
  /** Announced bytes. */
  length: number;
}

/**
 * Makes a file of a share that accepts uploads; a failure leaves nothing of it.
 *
 * @throws AppError like creating and finishing an upload; `upload_not_found` when bytes are missing
 */
export type ReceiveFile = (share: ShareRecord, file: PutFile, body: FileBody) => Promise<void>;
