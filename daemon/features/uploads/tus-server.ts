import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { type Locker, Server } from '@tus/server';
import { type AppError, type ErrorCode, isRetryable, makeError } from '#sdk/contract/errors.js';
import { uploadsPath } from '#sdk/contract/uploads.js';
import { errorBody, toAppError } from '../../http/error-boundary.ts';
import { withoutIdleTimeout } from '../../http/limits/idle-timeout.ts';
import type { Logger } from '../../logger.ts';
import type { Finisher } from './finisher.ts';
import { declaredLength, retractExpiry } from './headers.ts';
import type { UploadLocks } from './locks.ts';
import type { TusStore } from './tus-store.ts';
import type { UploadRecord } from './types.ts';

/** The result of our own checks before the protocol runs. */
interface TusCall {
  upload: UploadRecord;
  requestId: string;
  logger: Logger;
}

interface RunningCall extends TusCall {
  req: IncomingMessage;
  /** The error that is answered. */
  error?: AppError;
}

interface Deps {
  store: TusStore;
  locks: Pick<UploadLocks, 'of'>;
  finisher: Finisher;
}

export interface TusServer {
  /** Handles the protocol for a request that is authorized and well-formed. */
  handle(req: IncomingMessage, res: ServerResponse, call: TusCall): Promise<void>;
  /** Answers what the server supports; the only request without authorization. */
  options(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** Error codes for the library's refusals that our own checks do not make first, by status. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  403: 'malformed_request',
  404: 'upload_not_found',
  409: 'upload_offset_conflict',
  410: 'upload_not_found',
  412: 'tus_version_unsupported',
  413: 'upload_too_long',
};

/**
 * The library decides about the protocol and never sees a body: it gets a request without one, and the store reads the
 * bytes from the connection. Through the library they would pass six streams, which costs two thirds of the speed. We
 * rely only on public features: `handleWeb`, the options `locker`, `namingFunction` and `getFileIdFromRequest` with the
 * very request we made, and `DataStore.write` between lock and unlock.
 */
export function createTusServer({ store, locks, finisher }: Deps): TusServer {
  const calls = new WeakMap<Request, RunningCall>();
  const callOf = (request: Request) => {
    const call = calls.get(request);
    if (!call) throw new Error('the tus library made a request of its own');
    return call;
  };

  const server = new Server({
    path: uploadsPath,
    datastore: store,
    locker: (request) => lockerOf(request),
    relativeLocation: true,
    lockDrainTimeout: 300,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: false,
    namingFunction: (request) => callOf(request).upload.id,
    getFileIdFromRequest: (request) => callOf(request).upload.id,
    async onUploadFinish(request) {
      const { upload, req } = callOf(request);
      await withoutIdleTimeout(req.socket, () => finisher.finish(upload));
      return {};
    },
    onResponseError(request, thrown) {
      const error = 'status_code' in thrown ? fromLibrary(thrown) : toAppError(thrown);
      const call = callOf(request);
      const { logger, requestId } = call;
      call.error = error;
      if (error.status === 500) logger.error({ err: thrown }, 'upload failed');
      return { status_code: error.status, body: JSON.stringify(errorBody(error, requestId)) };
    },
  });

  /** The request that has the lock of an upload is its writer: then the store may read the bytes from this request. */
  function lockerOf(request: Request): Locker {
    const { req, upload } = callOf(request);
    const isReader = request.method === 'HEAD';
    const ofRequest = locks.of({ isReader, socket: req.socket });
    return {
      newLock(id) {
        const lock = ofRequest.newLock(id);
        return {
          async lock(signal, release) {
            await lock.lock(signal, release);
            if (isReader) store.remember(upload);
            else store.attach(id, { req, signal, lease: lock.lease });
          },
          async unlock() {
            if (isReader) store.forget(id);
            else store.detach(id);
            await lock.unlock();
          },
        };
      },
    };
  }

  async function exchange(req: IncomingMessage, res: ServerResponse, request: Request): Promise<void> {
    const response = await server.handleWeb(request);
    const body = await response.text();
    const call = calls.get(request);
    const length = call?.upload.isDeferred ? declaredLength(req) : call?.upload.length;
    const isComplete = Number(response.headers.get('Upload-Offset') ?? 0) === length;
    const isFinished = isComplete && call?.upload.kind !== 'part';
    if (isFinished || (req.method === 'POST' && !response.ok)) retractExpiry(res);
    await answer(req, res, { status: response.status, headers: headersOf(response, call?.error), body });
  }

  return {
    async handle(req, res, call) {
      const request = requestOf(req);
      calls.set(request, { ...call, req });
      await exchange(req, res, request);
    },
    options: (req, res) => exchange(req, res, requestOf(req)),
  };
}

/**
 * The library needs none of these headers, and is stricter than the protocol: it refuses the combined value of two
 * proxies in `X-Forwarded-Proto`, foreign keys in `Upload-Metadata`, and a length that is declared once more. Concatenation is our own.
 */
const unread: ReadonlySet<string> = new Set(['x-forwarded-proto', 'upload-metadata', 'upload-concat']);
const unreadLater: ReadonlySet<string> = new Set([...unread, 'upload-length']);

function requestOf({ method = '', rawHeaders }: IncomingMessage): Request {
  const ignored = method === 'POST' ? unread : unreadLater;
  const pairs: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!ignored.has(name.toLowerCase())) pairs.push([name, rawHeaders[at + 1] ?? '']);
  }
  return new Request(`http://localhost${uploadsPath}/upload`, { method, headers: pairs });
}

function headersOf(response: Response, error: AppError | undefined): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers);
  headers['cache-control'] = 'no-store';
  if (!error) return headers;
  headers['content-type'] = 'application/json; charset=utf-8';
  if (isRetryable(error.code)) headers['retry-after'] = String(error.params['seconds'] ?? 5);
  return headers;
}

/** Milliseconds for which the rest of a request is read after an error. */
const lingerMs = 2000;

/**
 * Answers a request. A client that is still sending would often see a broken connection before the answer, so after an
 * error its bytes are read and discarded for a moment, until it has read the answer and closes.
 */
async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: { status: number; headers: OutgoingHttpHeaders; body: string },
): Promise<void> {
  if (res.destroyed) return;
  // The library closes the connection after every error; a complete request leaves nothing unread.
  if (req.complete) delete headers['connection'];
  res.writeHead(status, headers);
  if (body !== '') res.write(body);
  if (status >= 400 && !req.complete) await drain(req);
  // Not awaited: an answer queued behind another on a broken connection never ends.
  res.end();
}

async function drain(req: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    timer.unref();
    req.once('end', resolve).once('close', resolve).resume();
  });
}

function fromLibrary({ status_code }: { status_code: number }): AppError {
  return makeError(codesByStatus[status_code] ?? 'internal', undefined);
}
