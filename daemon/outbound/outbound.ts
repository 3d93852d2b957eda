import { lookup } from 'node:dns';
import type { Dispatcher } from 'undici';
import { createConnector, type Resolve } from './connector.ts';

interface Options {
  /** Servers in private networks may be asked, also without encryption. Those that are never meant stay blocked. */
  allowPrivate: boolean;
  /** How names become addresses; by the system unless told. */
  resolve?: Resolve;
  /** Milliseconds for a request with its answer; five seconds unless told. */
  patience?: number;
  /** Who vouches for servers (PEM), in place of those that Node trusts. */
  ca?: string;
}

/** Nothing usable came back. Why is its cause, for the log alone: it would tell others of the network here. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
}

/** Asks other servers, which may answer anything, at addresses that somebody has typed. */
export interface Outbound {
  /**
   * What a server answers with status 200, from JSON. Asks where the address says, and follows no redirect.
   *
   * @throws OutboundError
   */
  fetchJson(url: string): Promise<unknown>;
}

const maxBytes = 256 * 1024;

export function createOutbound({ resolve = lookup, patience = 5000, ...rest }: Options): Outbound {
  return {
    async fetchJson(url) {
      // Loaded with the first request: most instances never make one.
      const { Agent, buildConnector, request } = await import('undici');
      const agent = new Agent({ connect: createConnector(buildConnector, { ...rest, resolve }) });
      try {
        const answer = await request(url, {
          dispatcher: agent,
          signal: AbortSignal.timeout(patience),
          headers: { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'fileshare' },
        });
        const json: unknown = JSON.parse(await readText(answer));
        return json;
      } catch (error) {
        throw new OutboundError('another server gave no usable answer', { cause: error });
      } finally {
        await agent.destroy();
      }
    },
  };
}

async function readText({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (statusCode !== 200) throw new Error(`it answered with status ${statusCode}`);
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
  return Buffer.concat(chunks).toString('utf8');
}
