import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '#sdk/contract/errors.js';
import type { Context } from '../../../http/context.ts';
import type { ByteSource } from '../../../transfer/byte-source.ts';
import { type Selection, selectBytes } from '../../../transfer/select-bytes.ts';
import { type SendResult, sendBytes } from '../../../transfer/send.ts';
import type { FileBundle } from '../bundles.ts';
import type { FileRecord } from '../types.ts';
import type { Content } from './content.ts';
import { contentHeaders, dispositionOf, isolationFor, validatorHeaders } from './headers.ts';

export interface Sending {
  open(): Promise<ByteSource>;
  /** Called for a GET that starts at the first byte: later parts belong to the same download. */
  onBegin(): void;
  /** Called when a GET has sent the last byte: earlier parts belong to the same download. */
  onEnd(): void;
}

/**
 * Answers a GET or HEAD request with content, as its range and conditional headers ask for it (RFC 9110). The source is
 * opened only when there are bytes to send, and is always closed.
 *
 * @throws AppError `precondition_failed`, `range_not_satisfiable`, and the errors of opening and of the first read
 */
export async function sendContent(
  ctx: Context,
  content: Content,
  { open, onBegin, onEnd }: Sending,
): Promise<void> {
  const selection = select(ctx, content, ctx.headers);
  if (!selection) return;
  // Also for HEAD, which must not promise what GET cannot send.
  const source = await open();
  const headers = { ...(await contentHeaders(content)), ...lengthHeaders(selection, content.size) };
  ctx.status = selection.status;
  ctx.set(isolationFor(ctx.state));
  ctx.set(headers);
  // From here on Koa leaves the response to this function.
  ctx.respond = false;
  if (ctx.method === 'HEAD') {
    await source.close();
    ctx.res.end();
    return;
  }
  if (selection.start === 0) onBegin();
  const { outcome } = await transmit(ctx, { ...selection, source, headers });
  if (outcome === 'complete' && selection.end === content.size) onEnd();
}

/**
 * Leaves the bytes to the reverse proxy, which finds them through `header`. The proxy handles ranges itself.
 *
 * @throws AppError `precondition_failed`, and the errors of opening: the proxy would have no clear answer
 */
export async function sendByProxy(
  ctx: Context,
  content: Content,
  { header, open, onBegin, onEnd }: Sending & { header: Record<string, string> },
): Promise<void> {
  if (!select(ctx, content, { ...ctx.headers, range: undefined })) return;
  await (await open()).close();
  const part = ctx.method === 'GET' ? partOf(ctx, content) : null;
  if (part?.start === 0) onBegin();
  // Only the proxy knows how the transfer continues.
  if (part?.end === content.size) onEnd();
  ctx.status = 200;
  ctx.set({ ...isolationFor(ctx.state), ...(await contentHeaders(content)), ...header });
  // The proxy sends this header itself, and it must not appear twice.
  ctx.remove('Accept-Ranges');
  ctx.respond = false;
  ctx.res.end();
}

/** Returns the part that the proxy is going to send. */
function partOf({ method, headers }: Context, content: Content): Part | null {
  const selection = selectBytes({ method, headers }, content);
  return 'start' in selection ? selection : null;
}

/** Returns the part to send, or null after answering a request that gets no bytes. */
function select(ctx: Context, content: Content, headers: IncomingHttpHeaders): Part | null {
  const selection = selectBytes({ method: ctx.method, headers }, content);
  if (selection.status === 412) throw new AppError('precondition_failed');
  if (selection.status === 416) {
    ctx.set('Content-Range', `bytes */${content.size}`);
    throw new AppError('range_not_satisfiable');
  }
  if (selection.status !== 304) return selection;
  ctx.status = 304;
  ctx.set({ ...isolationFor(ctx.state), ...validatorHeaders(content) });
  return null;
}

/**
 * Sends the bytes of several files, one right after the other; `onEnd` gets those that were sent to their end.
 *
 * @throws the errors of the first read
 */
export async function sendBundle(
  ctx: Context,
  { files, source }: FileBundle,
  onEnd: (sent: readonly FileRecord[]) => void,
): Promise<void> {
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': 'attachment; filename="files"',
    'Content-Length': String(source.size),
  };
  ctx.status = 200;
  ctx.set(isolationFor(ctx.state));
  ctx.set(headers);
  ctx.respond = false;
  const { sent } = await transmit(ctx, { source, start: 0, end: source.size, headers });
  let end = 0;
  onEnd(
    files.filter(({ size }) => {
      end += size;
      return end <= sent;
    }),
  );
}

/** Answers with text of unknown length, to be saved as `name`. */
export async function sendText(ctx: Context, name: string, text: AsyncIterable<string>): Promise<void> {
  ctx.status = 200;
  ctx.set({
    ...isolationFor(ctx.state),
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': await dispositionOf({ name, isInline: false }),
  });
  // For HEAD, Koa would leave the stream open.
  if (ctx.method !== 'HEAD') ctx.body = Readable.from(text, { objectMode: false });
}

type Part = Extract<Selection, { end: number }>;

interface Transmission extends Pick<Part, 'start' | 'end'> {
  source: ByteSource;
  /** Those that describe the bytes. */
  headers: Record<string, string>;
}

async function transmit(ctx: Context, { source, start, end, headers }: Transmission): Promise<SendResult> {
  try {
    return await sendBytes({ source, start, end, target: ctx.res });
  } catch (error) {
    // Nothing was sent: the answer becomes an error, which these headers would describe wrongly.
    if (!ctx.res.headersSent) for (const name of Object.keys(headers)) ctx.remove(name);
    throw error;
  }
}

function lengthHeaders({ status, start, end }: Part, size: number): Record<string, string> {
  const length = { 'Content-Length': String(end - start) };
  return status === 206 ? { ...length, 'Content-Range': `bytes ${start}-${end - 1}/${size}` } : length;
}
