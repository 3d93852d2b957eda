import type { IncomingMessage } from 'node:http';
import { AppError } from '#sdk/contract/errors.js';
import type { Staging } from '../../../storage/staging.ts';
import type { Finisher } from '../finisher.ts';
import type { UploadLease } from '../locks.ts';
import type { UploadService } from '../service.ts';
import type { UploadRecord } from '../types.ts';

interface Deps {
  staging: Staging;
  uploads: Pick<UploadService, 'find' | 'recordReceived'>;
  finisher: Pick<Finisher, 'discard' | 'removeBytes'>;
}

/** The request that has the lock of an upload. */
export interface Writer {
  req: IncomingMessage;
  /** Fires when another request wants the upload: the writer ends with the bytes that have arrived. */
  signal: AbortSignal;
  lease: UploadLease;
}

/**
 * Adds the bytes of a request to an upload from `offset` on; returns how many are there then, which may be fewer than
 * announced.
 *
 * @throws AppError `upload_too_long`, `upload_offset_conflict`, `storage_failed`; `upload_not_found` when the upload was
 *   discarded, `upload_locked` when another server has taken over
 */
export type AppendBytes = (record: UploadRecord, writer: Writer, offset: number) => Promise<number>;

/** Milliseconds between records of an upload's progress. */
const progressEvery = 2000;

export function createAppendBytes({ staging, uploads, finisher }: Deps): AppendBytes {
  async function record(upload: UploadRecord, received: number, lease: UploadLease): Promise<void> {
    if (await uploads.recordReceived(upload, received, lease)) return;
    if (await uploads.find(upload.id)) throw new AppError('upload_locked');
    // The upload may have been discarded and started again.
    await finisher.removeBytes(upload.id);
    throw new AppError('upload_not_found');
  }

  /**
   * Records progress during a request, which may last for hours: others must see that the upload is alive, and a
   * discarded upload must end.
   */
  function recordSometimes(upload: UploadRecord, lease: UploadLease): (offset: number) => Promise<void> {
    let next = performance.now() + progressEvery;
    return async (offset) => {
      if (performance.now() < next) return;
      next = performance.now() + progressEvery;
      await record(upload, offset, lease);
    };
  }

  /** After a failed sync, bytes may be lost without a sign, so no upload may continue from them. */
  async function noteFailure(upload: UploadRecord, lease: UploadLease, error: unknown): Promise<void> {
    if (error instanceof AppError && error.code === 'storage_failed') {
      await finisher.discard(upload, lease);
      return;
    }
    try {
      const size = (await staging.size(upload.id)) ?? upload.length;
      if (size < upload.length || upload.isDeferred) await record(upload, size, lease);
    } catch {
      // The first error is the one that is reported.
    }
  }

  return async (upload, { req, signal, lease }, offset) => {
    const received = await staging
      .append(upload.id, req, {
        offset,
        fence: lease.fence,
        limit: upload.length,
        signal,
        isDigested: upload.kind === 'file',
        onStored: recordSometimes(upload, lease),
      })
      .catch(async (error: unknown) => {
        await noteFailure(upload, lease, error);
        throw error;
      });
    if (received.offset < upload.length || upload.isDeferred) await record(upload, received.offset, lease);
    if (received.outcome === 'too_long') throw new AppError('upload_too_long');
    return received.offset;
  };
}
