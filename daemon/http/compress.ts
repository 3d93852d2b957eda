import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import type { Context } from './context.ts';

/** Below it, compressing costs more than it saves: the answer fits into one packet. */
const minimumBytes = 1024;

/**
 * From here on, compressing well takes longer than to send what it saves: of a list of 10,000 files, Brotli's level 4
 * takes four times as long as level 1, for 6 % less.
 */
const longBytes = 100_000;

/** The first encoding that the client accepts is used. */
const encodings = [
  {
    name: 'br',
    compress: (text: Buffer) =>
      promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: text.length < longBytes ? 4 : 1 },
      }),
  },
  {
    name: 'gzip',
    compress: (text: Buffer) =>
      promisify<Buffer, ZlibOptions, Buffer>(gzip)(text, { level: text.length < longBytes ? 6 : 1 }),
  },
] as const;

/**
 * The long answers that hold no secret. How long a compressed answer is tells what it has in common with text that
 * somebody else chose (BREACH), so an answer with tokens or links must not be compressed: lists of shares hold links
 * next to names that senders choose.
 */
const compressible: ReadonlySet<EndpointDefinition> = new Set<EndpointDefinition>([
  api.files.list,
  api.files.listOwned,
  api.configs.list,
  api.statistics.overview,
  api.system.openapi,
]);

export function mayCompress(endpoint: EndpointDefinition): boolean {
  return compressible.has(endpoint);
}

/** Answers with a text, compressed if it is long and the client accepts that. */
export async function sendCompressed(ctx: Context, text: string): Promise<void> {
  ctx.vary('Accept-Encoding');
  const body = Buffer.from(text);
  const encoding = encodings.find(({ name }) => ctx.acceptsEncodings(name) === name);
  if (!encoding || body.length < minimumBytes) {
    ctx.body = body;
    return;
  }
  ctx.body = await encoding.compress(body);
  ctx.set('Content-Encoding', encoding.name);
}
