import { lookup } from 'node:dns';
import type { Dispatcher } from 'undici';
import { createConnector, type Resolve } from './connector.ts';

interface Options {
  /** Servers in private networks may be asked, also without encryption. Those that are never meant stay blocked. */
  allowPrivate: boolean;
  /** How names become addresses; by the system unless told. */
  resolve?: Resolve;
  /** Milliseconds for a request with its answer; five seconds unless told. */
  timeout?: number;
  /** Who vouches for servers (PEM), in place of those that Node trusts: for tests. */
  ca?: string;
}

/** Nothing usable came back. Why is its cause, for the log alone: it would tell others of the network here. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

/** What is asked, in the shape of the Fetch standard. */
export interface OutboundRequest {
  /** GET unless told. */
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

/** Asks other servers, which may answer anything, at addresses that somebody has typed. */
export interface Outbound {
  /**
   * What a server answers with status 200, from JSON. Asks where the address says, and follows no redirect.
   *
   * @throws OutboundError
   */
  fetchJson(url: string): Promise<unknown>;
  /**
   * What a server answers, whatever its status; a redirect is no answer. All of it has been read.
   *
   * @throws OutboundError
   */
  fetch(url: string, request?: OutboundRequest): Promise<Response>;
}

const maxBytes = 256 * 1024;

export function createOutbound({ resolve = lookup, timeout = 5000, ...rest }: Options): Outbound {
  async function ask(
    url: string,
    { method = 'GET', headers, body }: OutboundRequest = {},
  ): Promise<Response> {
    // Loaded with the first request: most instances never make one.
    const { Agent, buildConnector, request } = await import('undici');
    const agent = new Agent({ connect: createConnector(buildConnector, { ...rest, resolve }) });
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
        if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}`);
        const json: unknown = await answer.json();
        return json;
      }),
    fetch: (url, request) => usable(() => ask(url, request)),
  };
}

async function usable<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    throw new OutboundError('another server gave no usable answer', { cause: error });
  }
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  if (statusCode >= 300 && statusCode < 400) throw new Error(`it answered with status ${statusCode}`);
  // What is packed could be of any size.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Error('it answered with compressed data, which it was not asked for');
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`it answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  // These statuses have no body (Fetch, section 2.2.3), not even an empty one.
  const bytes = [204, 205].includes(statusCode) ? null : Buffer.concat(chunks);
  return new Response(bytes, { status: statusCode, headers: pairs });
}
