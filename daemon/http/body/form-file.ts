import { AppError } from '#sdk/contract/errors.js';
import type { Context } from '../context.ts';
import { sendContinue } from '../expect.ts';
import { validationError } from '../validate.ts';

interface FormLimits {
  /** Bytes of the file. */
  maxBytes: number;
  /** Milliseconds for the whole body. */
  timeout: number;
}

/** Bytes for boundaries and headers of the parts. */
const envelope = 16 * 1024;

/**
 * Reads the single part `file` of a form (RFC 7578) into memory, and never more of it than allowed.
 *
 * @throws AppError `unsupported_media_type`, `body_too_large`, `request_timeout`, `validation_failed`
 */
export async function readFormFile(ctx: Context, { maxBytes, timeout }: FormLimits): Promise<Uint8Array> {
  if (!ctx.is('multipart/form-data')) throw new AppError('unsupported_media_type');
  const tooLarge = new AppError('body_too_large', { limit: maxBytes });
  if (Number(ctx.get('content-length')) > maxBytes + envelope) throw tooLarge;
  sendContinue(ctx);
  const body = await readBody(ctx, { limit: maxBytes + envelope, timeout, tooLarge });
  const file = await parseFile(body, ctx.get('content-type'));
  if (file.size > maxBytes) throw tooLarge;
  return new Uint8Array(await file.arrayBuffer());
}

interface BodyLimits {
  limit: number;
  timeout: number;
  tooLarge: AppError;
}

/** Does not iterate over the request: that would destroy the connection before the answer is sent. */
function readBody(ctx: Context, { limit, timeout, tooLarge }: BodyLimits): Promise<Buffer<ArrayBuffer>> {
  const { req } = ctx;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const fail = (error: Error) => {
      clearTimeout(timer);
      req.off('data', take);
      // The rest of the body is not waited for.
      ctx.set('Connection', 'close');
      reject(error);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return fail(tooLarge);
      chunks.push(chunk);
    };
    const timer = setTimeout(() => fail(new AppError('request_timeout')), timeout);
    req.on('data', take);
    req.once('error', fail);
    req.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
  });
}

async function parseFile(body: Buffer<ArrayBuffer>, contentType: string): Promise<File> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw validationError([{ field: 'file', code: 'invalid' }]);
  });
  const unknown = [...form.keys()].find((name) => name !== 'file');
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 100), code: 'unknown_key' }]);
  const [file, ...more] = form.getAll('file');
  if (!(file instanceof File) || more.length > 0)
    throw validationError([{ field: 'file', code: file === undefined ? 'required' : 'invalid' }]);
  return file;
}
