import { AppError, isErrorCode, isRetryable } from '../../contract/errors.ts';
import { errorFromAnswer } from '../answer.ts';
import { type Backoff, delay, jitter } from '../backoff.ts';
import { NetworkError, type Transport } from '../transport.ts';
import type { PartFile } from './part-file.ts';
import type { NodeResponse } from './undici-transport.ts';

export interface Patience extends Backoff {
  /** Attempts without a new byte until it is given up. */
  limit: number;
}

export const defaultPatience: Patience = { base: 500, max: 10_000, limit: 8 };

export interface Receiving {
  transport: Transport<NodeResponse>;
  /** Path of the content on the server. */
  source: string;
  /** Of the whole content. */
  size: number;
  signal: AbortSignal;
  /** The bytes that are there now. */
  onReceived: (offset: number) => void;
  patience: Patience;
}

/**
 * Receives what a part misses, over as many connections as it takes.
 *
 * @throws AppError what the server refused
 * @throws NetworkError when it was not reached for too long
 */
export async function receive(part: PartFile, receiving: Receiving): Promise<void> {
  const { signal, patience } = receiving;
  let attempt = 0;
  for (;;) {
    const before = part.offset;
    try {
      return await receiveRest(part, receiving);
    } catch (error) {
      if (!isTemporary(error)) throw error;
      attempt = part.offset > before ? 1 : attempt + 1;
      if (attempt >= patience.limit) throw error;
      await delay(jitter(attempt - 1, patience), signal);
    }
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof AppError)) return false;
  const code: unknown = error.code;
  return isErrorCode(code) && (code === 'internal' || isRetryable(code));
}

async function receiveRest(part: PartFile, receiving: Receiving): Promise<void> {
  const { size, onReceived } = receiving;
  if (size === 0) return part.begin(null);
  if (part.offset === size) return;
  const response = await request(part, receiving);
  onReceived(part.offset);
  for await (const chunk of response.chunks()) {
    if (part.offset + chunk.length > size) throw new NetworkError('The server sent more than it announced.');
    await part.append(chunk);
    onReceived(part.offset);
  }
  if (part.offset < size) throw new NetworkError('The connection broke.');
}

/** Asks for the rest; an answer with everything, because the content is another one now, starts anew. */
async function request(part: PartFile, receiving: Receiving): Promise<NodeResponse> {
  const { transport, source, signal } = receiving;
  const { offset, etag } = part;
  const headers: Record<string, string> =
    offset > 0 && etag ? { range: `bytes=${offset}-`, 'if-range': etag } : {};
  const response = await transport.send({ method: 'GET', path: source, headers, signal });
  if (response.status === 200) {
    await part.begin(response.header('etag'));
    return response;
  }
  const [, start] = /^bytes (\d+)-/.exec(response.header('content-range') ?? '') ?? [];
  if (response.status === 206 && Number(start) === offset) return response;
  if (response.status === 206 || response.status === 416) {
    await response.stream().cancel();
    await part.begin(null);
    throw new NetworkError('The server sent another range than asked for.');
  }
  throw errorFromAnswer({
    status: response.status,
    body: await response.json(),
    location: response.header('location'),
  });
}
