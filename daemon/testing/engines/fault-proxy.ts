import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request to the proxy. */
export interface SeenRequest {
  /** `PATCH /api/uploads/…` */
  line: string;
  /** The value of `Upload-Concat`. */
  concat: string | undefined;
  authorization: string;
  /** Number of the requests of this line so far. */
  count: number;
}

/**
 * `breakAfter`: the connection breaks when this many bytes of the body have passed. `delay`: the response is late by this
 * many milliseconds. `until`: it waits for this.
 */
export type Fault =
  | { status: number }
  | { breakAfter: number }
  | { delay: number }
  | { until: Promise<unknown> }
  | 'lost-answer';

/** An HTTP proxy in front of a server, with faults as a test wants them. */
export interface FaultProxy {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Bytes of the bodies of uploads that have passed. */
  readonly sentBytes: number;
  /** Most uploads that were sent at the same time. */
  readonly mostAtOnce: number;
  /** Milliseconds before every response. */
  delay: number;
  fault: (request: SeenRequest) => Fault | undefined | Promise<Fault | undefined>;
  /** Removes headers of responses. */
  hidden: readonly string[];
  /** The lines of the requests that fit. */
  lines(fits: (request: SeenRequest) => boolean): string[];
  close(): Promise<void>;
}

export async function startFaultProxy(target: () => string): Promise<FaultProxy> {
  const seen: SeenRequest[] = [];
  let sentBytes = 0;
  let running = 0;
  let mostAtOnce = 0;

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const line = `${req.method} ${req.url}`;
    const concat = req.headers['upload-concat'];
    const count = seen.filter((earlier) => earlier.line === line).length + 1;
    const { authorization = '' } = req.headers;
    const request = { line, concat: concat === undefined ? undefined : String(concat), authorization, count };
    seen.push(request);
    const fault = await proxy.fault(request);
    if (typeof fault === 'object' && 'status' in fault) {
      req.resume();
      res.writeHead(fault.status).end();
      return;
    }
    const { port } = new URL(target());
    const options = { host: '127.0.0.1', port, method: req.method, path: req.url, headers: req.headers };
    const forwarded = send(options, (answer) => void respond(answer));
    const end = () => {
      forwarded.destroy();
      req.socket.destroy();
    };
    forwarded.on('error', end);
    res.on('close', () => forwarded.destroy());
    const isBody = req.method === 'PATCH';
    if (isBody) mostAtOnce = Math.max(mostAtOnce, ++running);
    res.once('close', () => {
      if (isBody) running--;
    });
    const { breakAfter = Number.POSITIVE_INFINITY, delay = proxy.delay, until } = toEffects(fault);
    let left = breakAfter;
    const counting = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const passing = chunk.subarray(0, left);
        left -= passing.length;
        if (isBody) sentBytes += passing.length;
        done(null, passing);
        // What has passed must arrive before the connection breaks.
        if (left === 0) setTimeout(end, 50);
      },
    });
    req.pipe(counting).pipe(forwarded);

    async function respond(answer: IncomingMessage): Promise<void> {
      const { hidden } = proxy;
      if (delay > 0) await sleep(delay);
      await until;
      if (fault === 'lost-answer') return end();
      const headers = Object.entries(answer.headers).filter(([name]) => !hidden.includes(name));
      res.writeHead(answer.statusCode ?? 500, Object.fromEntries(headers));
      answer.pipe(res);
    }
  }

  const server = createServer((req, res) => void handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    seen,
    get sentBytes() {
      return sentBytes;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    delay: 0,
    hidden: [],
    fault: () => undefined,
    lines: (fits) => seen.filter(fits).map(({ line }) => line),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

interface Effects {
  breakAfter?: number;
  delay?: number;
  until?: Promise<unknown>;
}

function toEffects(fault: Fault | undefined): Effects {
  return typeof fault === 'object' && !('status' in fault) ? fault : {};
}
