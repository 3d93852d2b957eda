import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server } from '@tus/server';
import { NodeRequest, sendNodeResponse } from 'srvx/node';
import { type AppError, type ErrorCode, makeError } from '#sdk/contract/errors.js';
import { uploadsPath } from '#sdk/contract/uploads.js';
import { errorBody, toAppError } from '../../http/error-boundary.ts';
import { withoutIdleTimeout } from '../../http/idle-timeout.ts';
import type { Logger } from '../../logger.ts';
import type { Finisher } from './finisher.ts';
import { retractExpiry } from './headers.ts';
import type { UploadLocker } from './locker.ts';
import type { TusStore } from './tus-store.ts';
import type { UploadRecord } from './types.ts';

/** What our own checks found before the protocol runs. */
interface TusCall {
  upload: UploadRecord;
  requestId: string;
  logger: Logger;
  socket: Socket;
}

interface Deps {
  store: TusStore;
  locker: UploadLocker;
  finisher: Finisher;
}

export interface TusServer {
  /** Speaks the protocol for a request that is authorised and well-formed. */
  handle(req: IncomingMessage, res: ServerResponse, call: Omit<TusCall, 'socket'>): Promise<void>;
  /** Answers what the server can; the only request without authorisation. */
  options(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** The library's refusals, by status, where our own checks have not been before it. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  403: 'malformed_request',
  404: 'upload_not_found',
  409: 'upload_offset_conflict',
  410: 'upload_not_found',
  412: 'tus_version_unsupported',
  413: 'upload_too_long',
};

/** Errors leave as JSON, like everywhere else in the API. */
class JsonErrorServer extends Server {
  override async write(...[context, headers, status, body]: Parameters<Server['write']>) {
    if (status >= 400) headers.set('Content-Type', 'application/json; charset=utf-8');
    headers.set('Cache-Control', 'no-store');
    return super.write(context, headers, status, body);
  }
}

export function createTusServer({ store, locker, finisher }: Deps): TusServer {
  // The library hands its own request to the hooks; the one of Node behind it leads back to what we know.
  const calls = new WeakMap<IncomingMessage, TusCall>();
  const callOf = (request: { runtime?: { node?: { req: unknown } | undefined } | undefined }) =>
    calls.get(request.runtime?.node?.req as IncomingMessage);

  const server = new JsonErrorServer({
    path: uploadsPath,
    datastore: store,
    locker: (request) => locker.of({ isReader: request.method === 'HEAD', socket: callOf(request)?.socket }),
    relativeLocation: true,
    lockDrainTimeout: 300,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: false,
    namingFunction: (request) => callOf(request)?.upload.id ?? randomBytes(16).toString('hex'),
    getFileIdFromRequest: (request) => callOf(request)?.upload.id,
    async onUploadFinish(request) {
      const call = callOf(request);
      if (call) await withoutIdleTimeout(call.socket, () => finisher.finish(call.upload));
      return {};
    },
    onResponseError(request, thrown) {
      const error = 'status_code' in thrown ? fromLibrary(thrown) : toAppError(thrown);
      const call = callOf(request);
      if (error.status === 500) call?.logger.error({ err: thrown }, 'upload failed');
      return { status_code: error.status, body: JSON.stringify(errorBody(error, call?.requestId ?? '')) };
    },
  });

  return {
    async handle(req, res, call) {
      calls.set(req, { ...call, socket: req.socket });
      await answer(server, { req, res, length: call.upload.length });
    },
    options: (req, res) => answer(server, { req, res, length: undefined }),
  };
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** Of the upload it is about. */
  length: number | undefined;
}

/**
 * The library's own `handle` waits for ever to send its answer when the client has gone. The work itself always ends:
 * what had arrived is kept.
 */
async function answer(server: Server, { req, res, length }: Exchange): Promise<void> {
  const response = await server.handleWeb(new NodeRequest({ req, res }));
  if (res.destroyed) return;
  const isFinished = Number(response.headers.get('Upload-Offset') ?? 0) === length;
  if (isFinished || (req.method === 'POST' && !response.ok)) retractExpiry(res);
  const gone = new Promise<void>((resolve) => res.once('close', resolve));
  await Promise.race([sendNodeResponse(res, response), gone]);
}

function fromLibrary({ status_code }: { status_code: number }): AppError {
  return makeError(codesByStatus[status_code] ?? 'internal', undefined);
}
