import {
  createServer,
  type ServerOptions as HttpOptions,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as NetServer, Socket } from 'node:net';
import Koa from 'koa';
import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { Authenticator } from './actor.ts';
import { createPeers, parseProxyList } from './client-address.ts';
import { answerClientError } from './client-error.ts';
import type { Middleware } from './context.ts';
import { createCsrfGuard } from './csrf.ts';
import { errorBoundary } from './error-boundary.ts';
import type { Route } from './implement.ts';
import { Connections, refuseOverload } from './limits/connections.ts';
import type { ServerLimits } from './limits/limits.ts';
import { isSending, MinimumRate } from './limits/minimum-rate.ts';
import { requestLimits } from './limits/request-limits.ts';
import { type Answered, createRequestLog } from './log/request-log.ts';
import { createFirstAnswers } from './page/first-answers.ts';
import { createStatic, type PageFacts } from './page/static.ts';
import { createApiRouter } from './router.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { createSetupGuard } from './setup-guard.ts';

interface ServerOptions {
  host: string;
  port: number;
  trustedProxies: string;
  limits: ServerLimits;
  webDirectory: string;
  routes: readonly Route[];
  /** Middleware before the API, for requests that need neither a session nor a route. */
  before: readonly Middleware[];
  /** Middleware before the API, for requests with the paths of other programs. */
  oldLinks: Middleware;
  /** Middleware before the page and outside the API: short links. */
  pages: readonly Middleware[];
  /** The origin that the page loads the content of files from, if it is not its own; answered before all others. */
  contentOrigin?: string | null;
  contentHost?: Middleware | null;
  logger: Logger;
  authenticator: Authenticator;
  hasAdmin: () => Promise<boolean>;
  appOrigin: () => string;
  trustedOrigins: readonly string[];
  page: () => PageFacts;
  checkResponses: boolean;
  /** Called when an answer has ended. */
  onAnswered?: ((answered: Answered) => void) | undefined;
  /** Called with the address that sends forwarded headers and is not trusted. */
  onUnknownProxy?: (ip: string) => void;
  /** Asks long work to end with the result it has. */
  onStopping?: () => void;
  /** Called once the port is known. */
  onListening: (port: number) => void;
}

export interface HttpServer extends Component {
  /** The Koa application without a socket; the order of middleware is in the source. */
  readonly app: Koa;
  /** Returns the number of open connections. */
  openConnections(): number;
}

export function createHttpServer(options: ServerOptions): HttpServer {
  const app = new Koa();
  const trusted = parseProxyList(options.trustedProxies);
  if (!trusted) throw new Error('malformed list of trusted proxies');
  const { limits, logger } = options;
  const warnOfRefusal = atMostEvery(60_000, (client: string) => {
    logger.warn({ client }, 'too many connections; behind a proxy, is it in FILESHARE_TRUSTED_PROXIES?');
  });
  const peerOf = createPeers(trusted);
  const connections = new Connections(limits, peerOf, warnOfRefusal);
  const rate = new MinimumRate(limits);
  const middleware: Middleware[] = [
    createRequestLog({
      logger,
      endpoints: options.routes.map(({ endpoint }) => endpoint),
      trusted,
      peerOf,
      onAnswered: options.onAnswered,
      onUnknownProxy: options.onUnknownProxy,
    }),
    createSecurityHeaders({
      isHttps: () => options.appOrigin().startsWith('https:'),
      contentOrigin: options.contentOrigin ?? null,
    }),
    errorBoundary,
    ...options.before,
    refuseOverload(connections),
    requestLimits,
    ...(options.contentHost ? [options.contentHost] : []),
    createSetupGuard(options.hasAdmin),
    createCsrfGuard(options),
    options.oldLinks,
    ...createApiRouter(options),
    ...options.pages,
    createStatic(options.webDirectory, options.page, createFirstAnswers(options)),
  ];
  for (const step of middleware) app.use(step as Koa.Middleware);
  // Aborted requests are normal; the error boundary logs important errors.
  app.on('error', (error: unknown) => logger.debug({ err: error }, 'connection error'));

  const handle = app.callback();
  const running = new Set<Promise<unknown>>();
  const responses = new WeakMap<Socket, ServerResponse>();
  const sockets = new Set<Socket>();
  let isStopping = false;
  const serve = (req: IncomingMessage, res: ServerResponse) => {
    if (isStopping || connections.isRefused(req.socket)) res.setHeader('Connection', 'close');
    responses.set(req.socket, res);
    rate.watch(req, res);
    res.once('finish', () => endUnread(req));
    const work = handle(req, res).finally(() => running.delete(work));
    running.add(work);
  };
  const server = createServer(serverOptions(limits), serve);
  applyTimeouts(server, limits);
  server.on('connection', (socket) => {
    connections.track(socket);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // `100 Continue` is sent where the body is read: a client that may not send a body need not send it.
  server.on('checkContinue', serve);
  server.on('timeout', (socket: Socket) => {
    const response = responses.get(socket);
    // A receiver has more time, see the limits.
    if (!response || !isSending(response)) socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket) answerClientError(error, socket, responses.get(socket));
    else socket.destroy();
  });

  return {
    name: 'http',
    app,
    openConnections: () => connections.open,
    graceMs: limits.stopTimeout + 3000,
    async start() {
      await listen(server, options);
      // For example when there are no file descriptors left: existing connections stay open.
      server.on('error', (error) => logger.error({ err: error }, 'a connection could not be accepted'));
      rate.start();
    },
    async stop() {
      isStopping = true;
      options.onStopping?.();
      const graceOf = (socket: Socket) => (peerOf(socket).isTrusted ? limits.proxyGrace : 0);
      await drain({ server, running, sockets, responses, graceOf }, limits.stopTimeout);
      rate.stop();
    },
  };
}

/** Slow clients are fine, silent ones are not: there is no limit for a whole upload, only for each pause in it. */
function applyTimeouts(server: Server, limits: ServerLimits): void {
  server.requestTimeout = 0;
  server.timeout = limits.idleTimeout;
  server.maxRequestsPerSocket = 1000;
}

function serverOptions({ headersTimeout }: ServerLimits): HttpOptions {
  return {
    maxHeaderSize: 16 * 1024,
    keepAliveTimeout: 65_000,
    headersTimeout,
    connectionsCheckingInterval: Math.min(5000, headersTimeout),
  };
}

/** Milliseconds for which a client that has its answer may continue to send. */
const lingerMs = 2000;

/**
 * Ends a connection whose request was not read to its end. Ending it at once would often lose the answer; never ending
 * it would let a client keep the server reading.
 */
function endUnread(req: IncomingMessage): void {
  if (req.complete) return;
  const end = () => {
    if (!req.complete) req.socket.destroy();
  };
  setTimeout(end, lingerMs).unref();
}

/** Wraps `call` so that calls within `milliseconds` of the last one are dropped. */
function atMostEvery<T>(milliseconds: number, call: (value: T) => void): (value: T) => void {
  let next = Number.NEGATIVE_INFINITY;
  return (value) => {
    if (performance.now() < next) return;
    next = performance.now() + milliseconds;
    call(value);
  };
}

function listen(server: Server, options: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      options.onListening((server.address() as AddressInfo).port);
      resolve();
    });
  });
}

interface Draining {
  server: Server;
  running: ReadonlySet<Promise<unknown>>;
  sockets: ReadonlySet<Socket>;
  responses: WeakMap<Socket, ServerResponse>;
  /** Returns for how long a connection without a request stays open. */
  graceOf(socket: Socket): number;
}

/**
 * Accepts no more connections, lets running requests end for a while, then cuts them. Waits until they have written
 * their data, because the database closes next.
 */
async function drain(
  { server, running, sockets, responses, graceOf }: Draining,
  timeout: number,
): Promise<void> {
  // That of an HTTP server would end the idle connections.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  const idleSince = new WeakMap<Socket, number>();
  function endIdle(): void {
    const now = performance.now();
    for (const socket of sockets) {
      const since = idleSince.get(socket) ?? now;
      if (!isIdle(responses.get(socket))) idleSince.delete(socket);
      else if (now - since >= graceOf(socket)) socket.destroy();
      else idleSince.set(socket, since);
    }
  }
  endIdle();
  // A kept-alive connection can become idle at any time.
  const sweep = setInterval(endIdle, 100);
  const cut = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
  // Ends its timers.
  server.close();
  await Promise.allSettled(running);
}

/** Whether a connection waits for its next request, or its first: browsers open some in advance. */
function isIdle(response: ServerResponse | undefined): boolean {
  return response === undefined || (response.writableFinished && response.req.complete);
}
