import { api, apiBase } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/formats/primitives.js';
import { uploadsPath } from '#sdk/contract/uploads.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Actor } from '../../http/actor.ts';
import type { Context, Middleware } from '../../http/context.ts';
import { sendContinue } from '../../http/expect.ts';
import { bind, type Route } from '../../http/implement.ts';
import { withoutIdleTimeout } from '../../http/limits/idle-timeout.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareAccess } from '../shares/access.ts';
import type { ShareLimits } from '../shares/limits.ts';
import type { ShareRecord } from '../shares/types.ts';
import {
  announceConcat,
  announceExpiry,
  type CreationHeaders,
  checkAppendHeaders,
  checksumAlgorithms,
  checkTusRequest,
  readCreationHeaders,
  tusVersion,
} from './headers.ts';
import type { Concatenate } from './parts/concatenate.ts';
import { createQuestionLimit } from './question-limit.ts';
import type { UploadService } from './service.ts';
import type { TusServer } from './tus-server.ts';
import type { UploadRecord } from './types.ts';
import { answerCreated, type WholeRequests } from './whole-requests.ts';

interface Deps {
  uploads: UploadService;
  /** Discards an upload that is not being written. */
  discard(upload: UploadRecord): Promise<void>;
  tus: TusServer;
  wholeRequests: WholeRequests;
  concatenate: Concatenate;
  access: ShareAccess;
  shareLimits: Pick<ShareLimits, 'acceptsUploads'>;
  clock: Clock;
  /** Counts a creation; throws when an address makes too many. */
  spendCreation(ip: string): Promise<void>;
}

/**
 * Authorizes every request again through the share that the upload belongs to; uploads of other shares do not exist for
 * it.
 */
export function createUploadRoutes({
  uploads,
  discard,
  tus,
  wholeRequests,
  concatenate,
  access,
  shareLimits,
  clock,
  spendCreation,
}: Deps): Route[] {
  const limitQuestions = createQuestionLimit(clock);

  async function findAuthorised(actor: Actor, id: UploadId): Promise<UploadRecord> {
    const upload = await uploads.find(id);
    if (!upload) throw new AppError('upload_not_found');
    try {
      const share = await access.check(actor, 'share:upload', await uploads.findShare(upload));
      if (upload.state === 'receiving' && !shareLimits.acceptsUploads(share))
        throw new AppError('share_completed');
    } catch (error) {
      if (error instanceof AppError) throw new AppError('upload_not_found', undefined, { cause: error });
      throw error;
    }
    return upload;
  }

  async function findShareId({ uploadToken }: Actor, { metadata }: CreationHeaders): Promise<string> {
    if (metadata.shareId !== undefined) return metadata.shareId;
    if (uploadToken === null) throw new AppError('upload_header_invalid', { header: 'Upload-Metadata' });
    const id = await access.idOfUploadToken(uploadToken);
    if (id === null) throw new AppError('share_not_found');
    return id;
  }

  async function speak(ctx: Context, upload: UploadRecord): Promise<void> {
    const { requestId, logger } = ctx.state;
    if (upload.state === 'receiving') {
      announceExpiry(ctx, ctx.method === 'HEAD' ? upload.activeAt : clock.now());
    }
    ctx.respond = false;
    sendContinue(ctx);
    await tus.handle(ctx.req, ctx.res, { upload, requestId, logger });
  }

  return [
    bind(api.uploads.create, async ({ actor, ctx }) => {
      checkTusRequest(ctx);
      const headers = readCreationHeaders(ctx);
      await spendCreation(actor.ip);
      const shareId = await findShareId(actor, headers);
      const { share } = await access.authorize(actor, 'share:upload', shareId);
      if (headers.isDeferred) requireOwner(share);
      const upload = uploads.describe(share, headers);
      if (upload.concat !== null) {
        const final = await withoutIdleTimeout(ctx.req.socket, () => concatenate(upload));
        return answerCreated(ctx, final);
      }
      if (wholeRequests.canTake(ctx, upload)) {
        sendContinue(ctx);
        return wholeRequests.take(ctx, upload);
      }
      await uploads.reserve(upload);
      try {
        await speak(ctx, upload);
      } catch (error) {
        await discard(upload);
        throw error;
      }
      // The client has not learned the upload's URL: it creates the upload again.
      if (ctx.res.statusCode >= 400) await discard(upload);
    }),

    bind(api.uploads.offset, async ({ params, actor, ctx }) => {
      checkTusRequest(ctx);
      const upload = await findAuthorised(actor, params.uploadId);
      limitQuestions(upload.id);
      announceConcat(ctx, upload);
      await withoutIdleTimeout(ctx.req.socket, () => speak(ctx, upload));
    }),

    bind(api.uploads.append, async ({ params, actor, ctx }) => {
      checkTusRequest(ctx);
      checkAppendHeaders(ctx);
      const upload = await findAuthorised(actor, params.uploadId);
      // tus concatenation: "The Server MUST respond with the 403 Forbidden status to PATCH requests against a final upload".
      if (upload.concat !== null) throw new AppError('forbidden');
      // Refuse before the bytes arrive: a client that is sending often sees only a broken connection.
      if (upload.state === 'receiving') await uploads.requireRoom();
      await speak(ctx, upload);
    }),

    bind(api.uploads.cancel, async ({ params, actor, ctx }) => {
      checkTusRequest(ctx);
      await speak(ctx, await findAuthorised(actor, params.uploadId));
    }),
  ];
}

/** Strangers announce what they send: then what is too large is refused before the first byte. */
function requireOwner({ ownerId, reverseShareId }: ShareRecord): void {
  if (ownerId === null || reverseShareId !== null) throw new AppError('sign_in_required');
}

/** OPTIONS needs no authorization; a GET must never reach the protocol's own downloads. */
export function createUploadOptions(tus: TusServer, config: ConfigReader): Middleware {
  return async (ctx, next) => {
    const isUploads = ctx.path === uploadsPath || ctx.path.startsWith(`${apiBase}/uploads/`);
    if (!isUploads) return next();
    // tus core: "The Tus-Resumable header MUST be included in every request and response", so also in refusals.
    ctx.set('Tus-Resumable', tusVersion);
    if (ctx.method === 'GET') throw new AppError('not_found');
    if (ctx.method !== 'OPTIONS') return next();
    ctx.respond = false;
    const maxSize = config.get('share.maxSize');
    ctx.set('Tus-Checksum-Algorithm', Object.keys(checksumAlgorithms).join(','));
    if (maxSize > 0) ctx.set('Tus-Max-Size', String(maxSize));
    return tus.options(ctx.req, ctx.res);
  };
}
