import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pageHeaders } from './browser-page.ts';

/** The result that the browser brings from the server's page. */
export interface BrowserAnswer {
  /** null: the person said no. */
  code: string | null;
  /** Shows how it ended. */
  reply(html: string): Promise<void>;
}

/** The address that the browser returns to (RFC 8252, section 7.3). Only this machine can reach it. */
export interface Loopback {
  readonly port: number;
  /** The first request with the right state. All others are refused, and waiting continues. */
  readonly answer: Promise<BrowserAnswer>;
  close(): void;
}

interface Expectation {
  state: string;
  /** The page for requests that are refused. */
  strayPage: string;
}

const host = '127.0.0.1';

export async function openLoopback({ state, strayPage }: Expectation): Promise<Loopback> {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const port = portOf(server);
  const expected = { host: `${host}:${port}`, state };
  const answer = new Promise<BrowserAnswer>((resolve) => {
    let isAnswered = false;
    server.on('request', (request, response) => {
      const found = isAnswered ? refuse(410) : readAnswer(request, expected);
      if (found.status !== 200) {
        send(response, found.status, strayPage);
        return;
      }
      isAnswered = true;
      resolve({ code: found.code, reply: (html) => reply(response, html) });
    });
  });
  return {
    port,
    answer,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

type Reading = { status: 200; code: string | null } | { status: 400 | 404 | 405 | 410 };

/** Reads the callback. The host is checked so that another site cannot point its name here (DNS rebinding). */
function readAnswer(request: IncomingMessage, expected: { host: string; state: string }): Reading {
  if (request.headers.host !== expected.host) return refuse(400);
  if (request.method !== 'GET') return refuse(405);
  const path = request.url ?? '';
  const base = `http://${expected.host}`;
  if (!URL.canParse(path, base)) return refuse(400);
  const { pathname, searchParams } = new URL(path, base);
  if (pathname !== '/') return refuse(404);
  const state = onlyValue(searchParams, 'state');
  if (state === null || !isSame(state, expected.state)) return refuse(400);
  if (searchParams.has('error')) return { status: 200, code: null };
  const code = onlyValue(searchParams, 'code');
  return code ? { status: 200, code } : refuse(400);
}

function refuse<S extends number>(status: S): { status: S } {
  return { status };
}

/** RFC 6749, section 3.1: no parameter is included more than once. */
function onlyValue(parameters: URLSearchParams, name: string): string | null {
  const [only, ...others] = parameters.getAll(name);
  return others.length === 0 ? (only ?? null) : null;
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { ...pageHeaders, connection: 'close' }).end(html);
}

/** Resolves when the browser has the page, or is gone. */
async function reply(response: ServerResponse, html: string): Promise<void> {
  if (response.destroyed) return;
  const closed = once(response, 'close');
  send(response, 200, html);
  await closed;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return address.port;
}
