import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { AppError } from '#sdk/contract/errors.js';
import type { AppendOptions, Staging } from '../../../storage/staging.ts';
import type { Received } from '../../../transfer/receive.ts';
import type { Finisher } from '../finisher.ts';
import { type ExpectedChecksum, readChecksum } from '../headers.ts';
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
      if (size < upload.length || !isFinishedWhole(upload)) await record(upload, size, lease);
    } catch {
      // The first error is the one that is reported.
    }
  }

  /**
   * tus checksum: after a mismatch "the uploaded chunk MUST be discarded, and the upload and its offset MUST NOT be
   * updated". So the bytes are staged by themselves until all of them are there and their checksum is right: what a
   * broken connection leaves is not known to be right, and is not kept.
   */
  async function append(id: string, req: IncomingMessage, options: AppendOptions): Promise<Received> {
    const expected = readChecksum(req);
    if (!expected) return staging.append(id, req, options);
    const { offset, limit, fence = null, isDigested, onStored, signal } = options;
    const chunkId = `${id}.unchecked`;
    const checksum = createChecksum(expected.algorithm);
    // A kill may have left one.
    await staging.discard(chunkId);
    try {
      const { offset: size, outcome } = await staging.append(chunkId, req, {
        offset: 0,
        limit: limit - offset,
        signal,
        isDigested: false,
        onReceived: checksum.update,
        onStored: async () => onStored?.(offset),
      });
      if (outcome === 'stopped') throw new AppError('upload_locked');
      if (outcome !== 'complete') return { offset, outcome };
      if (!checksum.digest().equals(expected.digest)) throw new AppError('upload_checksum_mismatch');
      await staging.join(id, [{ id: chunkId, size }], { offset, fence, isDigested });
      return { offset: offset + size, outcome };
    } finally {
      await staging.discard(chunkId);
    }
  }

  return async (upload, { req, signal, lease }, offset) => {
    const options = {
      offset,
      fence: lease.fence,
      limit: upload.length,
      signal,
      isDigested: upload.kind === 'file',
      onStored: recordSometimes(upload, lease),
    };
    const received = await append(upload.id, req, options).catch(async (error: unknown) => {
      await noteFailure(upload, lease, error);
      throw error;
    });
    if (received.offset < upload.length || !isFinishedWhole(upload))
      await record(upload, received.offset, lease);
    if (received.outcome === 'too_long') throw new AppError('upload_too_long');
    return received.offset;
  };
}

/** An upload that is finished as soon as it is complete, which records that all bytes were received. */
const isFinishedWhole = ({ kind, isDeferred }: UploadRecord) => kind !== 'part' && !isDeferred;

function createChecksum(algorithm: ExpectedChecksum['algorithm']) {
  if (algorithm === 'crc32') return createCrc32();
  const hash = createHash(algorithm);
  return {
    update: (chunks: readonly Buffer[]) => chunks.forEach((chunk) => hash.update(chunk)),
    digest: () => hash.digest(),
  };
}

function createCrc32() {
  let sum = 0;
  return {
    update(chunks: readonly Buffer[]) {
      for (const chunk of chunks) sum = crc32(chunk, sum);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(sum);
      return bytes;
    },
  };
}
