import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { createOutbound, type Outbound, OutboundError } from '../../outbound/outbound.ts';
import { startTlsServer } from '../engines/tls-server.ts';
import { visitProvider } from './visit-provider.ts';

/** A request to a provider. */
export interface Question {
  query: URLSearchParams;
  form: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** Its answer; a body that is not text is sent as JSON. */
export interface StandInAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** The endpoints of a provider by method and URL, such as `GET api.github.com/user`. */
export type Endpoints = Record<string, (question: Question) => StandInAnswer>;

/** A server on this machine that replaces a provider which tests cannot reach. */
export interface StandIn {
  client: { id: string; secret: string };
  /** The environment of an instance that has this provider set up. */
  env: Record<string, string>;
  /** Resolves the names of the provider to the stand-in, and no others. */
  outbound: Outbound;
  /** Follows a browser to the provider, answers yes or no there, and returns the URL it is sent back to. */
  visit(url: string, answer?: 'yes' | 'no'): Promise<URL>;
  /** From now on an endpoint answers this; null: its usual answer again. */
  change(endpoint: string, answer: StandInAnswer | null): void;
  close(): Promise<void>;
}

export async function startStandIn(
  endpoints: Endpoints,
): Promise<Pick<StandIn, 'outbound' | 'visit' | 'change' | 'close'>> {
  const changed = new Map<string, StandInAnswer>();
  const hosts = new Set(Object.keys(endpoints).map((endpoint) => /^\w+ ([^/]+)/.exec(endpoint)?.[1]));

  const server = await startTlsServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'https://stand-in.invalid');
    const endpoint = `${request.method} ${url.pathname.slice(1)}`;
    const form = new URLSearchParams(await text(request));
    const question = { query: url.searchParams, form, headers: request.headers };
    const { status = 200, headers, body = {} } = changed.get(endpoint) ?? answerTo(endpoint, question);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

  function answerTo(endpoint: string, question: Question): StandInAnswer {
    try {
      return endpoints[endpoint]?.(question) ?? { status: 404 };
    } catch (error) {
      return { status: 400, body: { error: String(error) } };
    }
  }

  /** The name of the intended server is the first segment of the path. */
  function lead(address: string): string {
    const { protocol, host, pathname, search } = new URL(address);
    if (protocol !== 'https:' || !hosts.has(host)) throw new OutboundError(`${address} is not stood in for`);
    return `${server.url}/${host}${pathname}${search}`;
  }

  const outbound = createOutbound({ allowPrivate: true, ca: server.certificate });
  return {
    outbound: {
      fetchJson: async (url) => outbound.fetchJson(lead(url)),
      fetch: async (url, request) => outbound.fetch(lead(url), request),
    },
    visit: (url, answer = 'yes') =>
      visitProvider({ url: `${lead(url)}&answer=${answer}`, answer, certificate: server.certificate }),
    change(endpoint, answer) {
      if (!endpoints[endpoint]) throw new Error(`there is no ${endpoint}`);
      if (answer) changed.set(endpoint, answer);
      else changed.delete(endpoint);
    },
    close: () => server.close(),
  };
}
