import { errorFromAnswer } from '../../core/answer.ts';
import { readRetryAfter } from '../../core/backoff.ts';
import type { Transport } from '../../core/transport.ts';
import type { NodeResponse } from '../undici-transport.ts';
import type { Gap } from './gaps.ts';
import type { PartFile } from './part-file.ts';
import { RefusedError } from './retry-policy.ts';

/** The response does not match the bytes on the disk: the content has changed, or a proxy mixes up ranges. */
export class ContentChangedError extends Error {
  constructor() {
    super('The content has changed meanwhile.');
  }
}

export interface RangeAnswer {
  status: 200 | 206;
  response: NodeResponse;
  /** The range that the response fills; the whole content if it starts over. */
  gap: Gap;
}

interface RangeRequest {
  transport: Transport<NodeResponse>;
  source: string;
  signal: AbortSignal;
  part: PartFile;
  gap: Gap;
  /** Requests a range even if everything is missing. */
  isRanged: boolean;
  /** True if no other connection writes, so that a response with changed content may start over. */
  mayRestart: boolean;
}

/**
 * Requests the bytes of a gap.
 *
 * @throws RefusedError when the server refuses the request
 * @throws ContentChangedError when the response does not belong to the bytes on the disk
 */
export async function requestRange(request: RangeRequest): Promise<RangeAnswer> {
  const { transport, source, signal, part, gap, mayRestart } = request;
  const headers = rangeHeaders(request);
  const response = await transport.send({ method: 'GET', path: source, headers, signal });
  const etag = response.header('etag');
  if (response.status === 200) {
    if (mayRestart) return { status: 200, response, gap: await part.begin(etag) };
    await response.stream().cancel();
    throw new ContentChangedError();
  }
  if (response.status === 206 && isAsked(response, request)) {
    if (part.etag === etag) return { status: 206, response, gap };
    const isFirst = mayRestart && part.received === 0 && etag && !etag.startsWith('W/');
    if (isFirst) return { status: 206, response, gap: await part.begin(etag, gap.end) };
  }
  if (response.status === 206 || response.status === 416) {
    await response.stream().cancel();
    throw new ContentChangedError();
  }
  throw await readRefusal(response);
}

/** Converts a response without content to an error that says when to retry. */
export async function readRefusal(response: NodeResponse): Promise<RefusedError> {
  const refusal = errorFromAnswer({
    status: response.status,
    body: await response.json(),
    location: response.header('location'),
  });
  return new RefusedError(refusal, readRetryAfter(response.header('retry-after')));
}

function rangeHeaders({ part, gap, isRanged }: RangeRequest): Record<string, string> {
  const last = gap.end < part.size ? gap.end - 1 : '';
  const range = `bytes=${gap.start}-${last}`;
  if (part.etag && part.received > 0) return { range, 'if-range': part.etag };
  return isRanged ? { range } : {};
}

function isAsked(response: NodeResponse, { part, gap }: RangeRequest): boolean {
  const header = response.header('content-range') ?? '';
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(header) ?? [];
  const isWhole = size === '*' || Number(size) === part.size;
  return Number(start) === gap.start && Number(end) === gap.end - 1 && isWhole;
}
