import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { api } from '#sdk/contract/api.js';
import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import type { Context } from './context.ts';

/** Below it, compressing costs more than it saves: the answer fits into one packet. */
const minimumBytes = 1024;

const quality: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The first encoding that the client accepts is used. */
const encodings = [
  { name: 'br', compress: (text: Buffer) => promisify(brotliCompress)(text, quality) },
  { name: 'gzip', compress: promisify(gzip) },
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
