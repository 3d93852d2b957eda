import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#sdk/contract/errors.js';
import { uploadsPath } from '#sdk/contract/uploads.js';
import type { Context } from '../../http/context.ts';
import { readWhole } from '../../transfer/receive.ts';
import { tusVersion } from './headers.ts';
import type { UploadRecord } from './types.ts';
import type { WholeFiles } from './whole-files.ts';

/** Bytes of a file up to this size are held in memory. */
const maxFileBytes = 256 * 1024;

/** Limit for all of them together; files beyond it are staged like large ones. */
const maxMemory = 32 * 1024 * 1024;

/** Milliseconds after the server began to stop for which bytes are still received. */
const drainMs = 300;

/**
 * Creations that contain the whole file. The protocol has nothing to decide about them, and the tus library would cost
 * as much as everything else, so they are answered without it.
 */
export interface WholeRequests {
  /** Whether a small file arrives with its creation, and there is memory for it. */
  canTake(ctx: Context, upload: UploadRecord): boolean;
  /** Reads the body, makes the file, which is never an unfinished upload, and answers. */
  take(ctx: Context, upload: UploadRecord): Promise<void>;
  /** Whether an upload is small, and there is memory for it. */
  hasMemory(upload: UploadRecord): boolean;
  /**
   * Reads a body and makes the file.
   *
   * @throws AppError like reserving and finishing an upload; `upload_not_found` when bytes are missing
   */
  receive(req: IncomingMessage, upload: UploadRecord): Promise<void>;
  /** Soon ends the requests whose bytes have not arrived. */
  stop(): void;
}

export function createWholeRequests(wholeFiles: WholeFiles): WholeRequests {
  const stopping = new AbortController();
  // Each request listens.
  setMaxListeners(0, stopping.signal);
  let held = 0;

  async function receive(req: IncomingMessage, upload: UploadRecord): Promise<void> {
    held += upload.length;
    try {
      const bytes = await readWhole(req, upload.length, stopping.signal);
      // The client has not learned the URL: there is nothing to resume.
      if (!bytes) throw new AppError('upload_not_found');
      await wholeFiles.add(upload, bytes);
    } finally {
      held -= upload.length;
    }
  }

  const hasMemory = ({ kind, length }: UploadRecord) =>
    kind === 'file' && length > 0 && length <= maxFileBytes && held + length <= maxMemory;

  return {
    hasMemory,
    receive,
    canTake: (ctx, upload) => comesWhole(ctx, upload) && hasMemory(upload),

    async take(ctx, upload) {
      await receive(ctx.req, upload);
      answerCreated(ctx, upload);
    },

    stop() {
      setTimeout(() => stopping.abort(), drainMs).unref();
    },
  };
}

/** Answers the creation of an upload that has all its bytes. */
export function answerCreated(ctx: Context, { id, length }: UploadRecord): void {
  ctx.respond = false;
  if (ctx.res.destroyed) return;
  ctx.res.writeHead(201, {
    Location: `${uploadsPath}/${id}`,
    'Upload-Offset': String(length),
    'Tus-Resumable': tusVersion,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  });
  ctx.res.end();
}

function comesWhole(ctx: Context, { length }: UploadRecord): boolean {
  const hasBody = ctx.get('content-type') === 'application/offset+octet-stream';
  if (ctx.get('upload-checksum') !== '') return false;
  return hasBody && ctx.get('content-length') === String(length);
}
