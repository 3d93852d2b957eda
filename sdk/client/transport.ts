import type { Method } from '../contract/endpoint.ts';

/** One HTTP exchange as the client core sees it. */
export interface TransportRequest {
  method: Method;
  /** Below the server's base URL, query included: `/api/shares?limit=50`. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  status: number;
  /** Value of a response header, or null. */
  header(name: string): string | null;
  /** The whole body as JSON; undefined when it is empty or no JSON. */
  json(): Promise<unknown>;
  /** The body as it arrives. Must be read to the end or cancelled. */
  stream(): ReadableStream<Uint8Array>;
}

/**
 * Sends requests: undici in Node, fetch in browsers. Answers of every status are returned, not thrown.
 *
 * @throws NetworkError when no answer arrives
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
}

/** No answer arrived: the server is down, unreachable, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}
