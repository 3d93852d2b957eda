import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';
import type { VerifySession } from './actor.ts';
import { parseProxyList } from './client-address.ts';
import type { Middleware } from './context.ts';
import { createCsrfGuard } from './csrf.ts';
import { errorBoundary } from './error-boundary.ts';
import { idleTimeout } from './idle-timeout.ts';
import type { Route } from './implement.ts';
import { requestLimits } from './request-limits.ts';
import { createRequestLog } from './request-log.ts';
import { createApiRouter } from './router.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { createSetupGuard } from './setup-guard.ts';
import { createStatic } from './static.ts';

interface ServerOptions {
  host: string;
  port: number;
  trustedProxies: string;
  webDirectory: string;
  routes: readonly Route[];
  /** Answered in front of the API: what needs neither a session nor a route. */
  before: readonly Middleware[];
  /** Answered in front of the page, outside the API: short links. */
  pages: readonly Middleware[];
  logger: Logger;
  verifySession: VerifySession;
  hasAdmin: () => Promise<boolean>;
  appOrigin: () => string;
  defaultLocale: () => string;
  checkResponses: boolean;
  /** Asks long work to end with what it has. */
  onStopping?: () => void;
  /** Called once the port is known. */
  onListening: (port: number) => void;
}

export interface HttpServer extends Component {
  /** The Koa application without a socket, for the order of middleware see the source. */
  readonly app: Koa;
}

export function createHttpServer(options: ServerOptions): HttpServer {
  const app = new Koa();
  const trusted = parseProxyList(options.trustedProxies);
  if (!trusted) throw new Error('malformed list of trusted proxies');
  const middleware: Middleware[] = [
    createRequestLog(options.logger, trusted),
    createSecurityHeaders(() => options.appOrigin().startsWith('https:')),
    errorBoundary,
    requestLimits,
    createSetupGuard(options.hasAdmin),
    createCsrfGuard(options.appOrigin),
    ...options.before,
    ...createApiRouter(options),
    ...options.pages,
    createStatic(options.webDirectory, options.defaultLocale),
  ];
  for (const step of middleware) app.use(step as Koa.Middleware);
  // Requests that break off are every day's business; what matters is logged by the error boundary.
  app.on('error', (error: unknown) => options.logger.debug({ err: error }, 'connection error'));

  const handle = app.callback();
  const running = new Set<Promise<unknown>>();
  let isStopping = false;
  const server = createServer({ maxHeaderSize: 16 * 1024, keepAliveTimeout: 65_000 }, (req, res) => {
    if (isStopping) res.setHeader('Connection', 'close');
    const work = handle(req, res).finally(() => running.delete(work));
    running.add(work);
  });
  applyTimeouts(server);

  return {
    name: 'http',
    app,
    graceMs: 30_000,
    start: () => listen(server, options),
    async stop() {
      isStopping = true;
      options.onStopping?.();
      await drain(server, running);
    },
  };
}

/** Slow is fine, silence is not: no limit for a whole upload, one for each pause in it. */
function applyTimeouts(server: Server): void {
  server.requestTimeout = 0;
  server.headersTimeout = 20_000;
  server.timeout = idleTimeout;
  server.maxRequestsPerSocket = 1000;
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

/**
 * Takes no more connections, lets running requests end for a while, then cuts them. What they still have to write down
 * is waited for: the database goes next.
 */
async function drain(server: Server, running: ReadonlySet<Promise<unknown>>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle at any time.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), 20_000);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
  await Promise.allSettled(running);
}
