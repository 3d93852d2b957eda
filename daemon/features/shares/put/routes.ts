import * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import { findPathProblem, normalizePath } from '#sdk/contract/formats/paths.js';
import { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Context } from '../../../http/context.ts';
import { sendContinue } from '../../../http/expect.ts';
import { implement, type Route } from '../../../http/implement.ts';
import { readPasswordHeader } from '../../../http/share-password.ts';
import { parsePart } from '../../../http/validate.ts';
import type { OwnerView } from '../owner-view.ts';
import type { PutShare } from './put-share.ts';

interface Deps {
  putShare: PutShare;
  ownerView: Pick<OwnerView, 'one'>;
  /** Counts an upload; throws when an address makes too many. */
  spendCreation(ip: string): Promise<void>;
}

export function createPutRoute({ putShare, ownerView, spendCreation }: Deps): Route {
  return implement(api.uploads.put, async ({ params, query, actor, ctx, authorizeAgain }) => {
    const file = { path: readName(params.filename), length: readLength(ctx) };
    const details = { ...query, ...readPassword(ctx) };
    const body = { req: ctx.req, accept: () => sendContinue(ctx) };
    await spendCreation(actor.ip);
    const share = await putShare({ details, file, body, actor, authorizeAgain }).catch((error: unknown) => {
      // The rest is read and dropped: a client that is still sending often sees only a broken connection.
      ctx.req.resume();
      throw asProgramsRead(error);
    });
    const shown = await ownerView.one(share, actor.user ? 'owner' : 'uploader');
    ctx.set('Location', shown.url);
    return shown;
  });
}

/** A program has nowhere to sign in. */
function asProgramsRead(error: unknown): unknown {
  const needsAccount = error instanceof AppError && error.code === 'share_anonymous_disabled';
  return needsAccount ? new AppError('api_key_required', undefined, { cause: error }) : error;
}

function readName(filename: string): string {
  const path = normalizePath(filename);
  const problem = findPathProblem(path);
  if (problem) throw new AppError('file_path_invalid', { path: path.slice(0, 200), problem });
  return path;
}

/** Storage is reserved before the first byte, so the length must be known; it is that of the file. */
function readLength(ctx: Context): number {
  // RFC 9110, section 14.4: a part of a file must not be stored as if it were all of it.
  if (ctx.get('content-range') !== '')
    throw new AppError('upload_header_invalid', { header: 'Content-Range' });
  if (ctx.get('content-encoding') !== '') throw new AppError('unsupported_media_type');
  if (ctx.get('content-length') === '') throw new AppError('length_required');
  const length = Number(ctx.get('content-length'));
  if (!Number.isSafeInteger(length))
    throw new AppError('upload_header_invalid', { header: 'Content-Length' });
  return length;
}

const Password = z.strictObject({ password: CreateShare.shape.password });

function readPassword(ctx: Context): z.output<typeof Password> {
  const password = readPasswordHeader(ctx);
  return password === null ? {} : parsePart(Password, { password });
}
