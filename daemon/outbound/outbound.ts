import { lookup } from 'node:dns';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import type { OutboundProblem } from '#sdk/contract/formats/outbound-problems.js';
import { createConnector, type Resolve } from './connector.ts';
import { problemOf, UnusableAnswerError } from './failure.ts';

export interface OutboundOptions {
  /** Allows servers in private networks, even without encryption. Those that are never intended stay blocked. */
  allowPrivate: boolean;
  /** Resolves names to addresses; default: the system. */
  resolve?: Resolve;
  /** Milliseconds for a request with its answer; default 5,000. */
  timeout?: number;
  /** Certificate authorities (PEM), instead of those that Node trusts: for tests. */
  ca?: string;
}

/**
 * There was no usable answer. The reason is the cause, only for the log: it would reveal details of this network to
 * others.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  /** The kind of the cause, which may be told. */
  readonly problem: OutboundProblem;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problemOf(options?.cause);
  }
}

/** A request, in the shape of the Fetch standard. */
export interface OutboundRequest {
  /** Default: GET. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Called with the certificate of the server, if the connection is encrypted and the certificate is trusted. */
  onCertificate?(certificate: PeerCertificate): void;
}

/** Sends requests to other servers, which may answer anything, at URLs that somebody has entered. */
export interface Outbound {
  /**
   * Returns the JSON that a server answers with status 200. Requests exactly the given URL, and follows no redirect.
   *
   * @throws OutboundError
   */
  fetchJson(url: string): Promise<unknown>;
  /**
   * Returns what a server answers, whatever its status; a redirect is not an answer. The whole answer has been read.
   *
   * @throws OutboundError
   */
  fetch(url: string, request?: OutboundRequest): Promise<Response>;
}

const maxBytes = 256 * 1024;

export function createOutbound({ resolve = lookup, timeout = 5000, ...rest }: OutboundOptions): Outbound {
  async function ask(
    url: string,
    { method = 'GET', headers, body, onCertificate }: OutboundRequest = {},
  ): Promise<Response> {
    // Loaded with the first request: most instances never make one.
    const { Agent, buildConnector, request } = await import('undici');
    const connect = createConnector(buildConnector, { ...rest, resolve });
    const agent = new Agent({ connect: onCertificate ? tellCertificate(connect, onCertificate) : connect });
    try {
      const answer = await request(url, {
        method,
        body: body ?? null,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeout),
        headers: {
          accept: 'application/json',
          ...headers,
          'accept-encoding': 'identity',
          'user-agent': 'fileshare',
        },
      });
      return await readAnswer(answer);
    } finally {
      await agent.destroy();
    }
  }

  return {
    fetchJson: (url) =>
      usable(async () => {
        const answer = await ask(url);
        if (answer.status !== 200) throw unexpectedStatus(answer.status);
        const json: unknown = await answer.json();
        return json;
      }),
    fetch: (url, request) => usable(() => ask(url, request)),
  };
}

function tellCertificate(
  connect: buildConnector.connector,
  tell: (certificate: PeerCertificate) => void,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket instanceof TLSSocket) tell(socket.getPeerCertificate());
      callback(...result);
    });
}

async function usable<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    throw new OutboundError('another server sent no usable answer', { cause: error });
  }
}

const unexpectedStatus = (status: number) =>
  new UnusableAnswerError(`it answered with status ${status}`, status);

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  if (statusCode >= 300 && statusCode < 400) throw unexpectedStatus(statusCode);
  // A compressed answer could have any size.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new UnusableAnswerError('it answered with compressed data, which it was not asked for', statusCode);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new UnusableAnswerError(`it answered with more than ${maxBytes} bytes`, statusCode);
    }
    chunks.push(chunk);
  }
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  // These statuses have no body (Fetch, section 2.2.3), not even an empty one.
  const bytes = [204, 205].includes(statusCode) ? null : Buffer.concat(chunks);
  return new Response(bytes, { status: statusCode, headers: pairs });
}
