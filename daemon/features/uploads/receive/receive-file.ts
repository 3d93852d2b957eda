import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#sdk/contract/errors.js';
import type { Staging } from '../../../storage/staging.ts';
import type { FileBody, ReceiveFile } from '../../shares/put/types.ts';
import type { Finisher } from '../finisher.ts';
import type { UploadLease, UploadLocks } from '../locks.ts';
import type { UploadService } from '../service.ts';
import type { UploadRecord } from '../types.ts';
import type { WholeRequests } from '../whole-requests.ts';
import type { AppendBytes } from './append-bytes.ts';

interface Deps {
  uploads: Pick<UploadService, 'describe' | 'reserve'>;
  wholeRequests: Pick<WholeRequests, 'hasMemory' | 'receive'>;
  staging: Pick<Staging, 'begin'>;
  locks: Pick<UploadLocks, 'of' | 'hold'>;
  append: AppendBytes;
  finisher: Pick<Finisher, 'finish' | 'discard'>;
  withoutIdleTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T>;
}

/** Receives a file that arrives as the body of one request: with the limits of an upload, but nothing to resume. */
export function createReceiveFile(deps: Deps): ReceiveFile {
  const { uploads, wholeRequests } = deps;
  return async (share, { path, length }, body) => {
    const metadata = { filename: path };
    const size = { length, contentSize: length, fileCount: 1 };
    const upload = uploads.describe(share, {
      kind: 'file',
      path,
      metadata,
      isDeferred: false,
      concat: null,
      ...size,
    });
    if (wholeRequests.hasMemory(upload)) {
      body.accept();
      return wholeRequests.receive(body.req, upload);
    }
    await uploads.reserve(upload);
    try {
      await writeAll(deps, upload, body);
    } catch (error) {
      await deps.locks.hold(upload.id, (lease) => deps.finisher.discard(upload, lease));
      throw error;
    }
  };
}

async function writeAll(deps: Deps, upload: UploadRecord, { req, accept }: FileBody): Promise<void> {
  const { staging, append, finisher, withoutIdleTimeout } = deps;
  await whileLocked(deps, { upload, req }, async (lease, signal) => {
    await staging.begin(upload.id);
    accept();
    const received = await append(upload, { req, signal, lease }, 0);
    if (received < upload.length) throw new AppError('upload_not_found');
    await withoutIdleTimeout(req.socket, () => finisher.finish(upload));
  });
}

/** Nobody else knows the upload, but it is discarded with its share, and the server may stop. */
async function whileLocked(
  { locks }: Deps,
  { upload, req }: { upload: UploadRecord; req: IncomingMessage },
  work: (lease: UploadLease, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const lock = locks.of({ isReader: false, socket: req.socket }).newLock(upload.id);
  await lock.lock(ending.signal, () => ending.abort());
  try {
    await work(lock.lease, ending.signal);
  } finally {
    await lock.unlock();
  }
}
