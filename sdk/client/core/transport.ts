import type { Method } from '../../contract/endpoint.ts';

/** One HTTP exchange as the client core sees it. */
export interface TransportRequest {
  method: Method;
  /** Below the server's base URL, query included: `/api/shares?limit=50`. */
  path: string;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** In place of `body`: sent as the part `file` of a form (RFC 7578). */
  file?: Blob;
  signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  status: number;
  /** Value of a response header, or null. */
  header(name: string): string | null;
  /** The whole body as JSON; undefined when it is empty or not JSON. Can be called repeatedly. */
  json(): Promise<unknown>;
  /** The body as it arrives. Must be read to the end or cancelled. */
  stream(): ReadableStream<Uint8Array>;
}

/**
 * Sends requests: undici in Node, fetch in browsers. Answers of every status are returned, not thrown.
 *
 * @throws NetworkError when no answer arrives
 * @throws AppError `server_certificate`, `server_not_https` in Node, where they can be told from it
 * @throws the reason of the signal when it was aborted
 */
export interface Transport<R extends TransportResponse = TransportResponse> {
  send(request: TransportRequest): Promise<R>;
}

/**
 * No answer of a fileshare server arrived: it is down or unreachable, the connection broke, or a proxy answered for it.
 * The SDK has already repeated what can be repeated safely. `cause` has the reason.
 *
 * @example
 * if (error instanceof NetworkError) console.error('Try again later:', error.message);
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** Origin of the server that was not reached, where it is known. */
  readonly server: string | undefined;

  constructor(message: string, { server, ...options }: NetworkErrorOptions = {}) {
    super(message, options);
    this.server = server;
  }
}

interface NetworkErrorOptions extends ErrorOptions {
  server?: string | undefined;
}

/** Sent with every request; together with cookies, it proves that no page of another site made it. */
export const clientHeaders = { 'x-requested-with': 'fileshare' } as const;

/** Reads the text of a body as JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
