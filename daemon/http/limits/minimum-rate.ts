import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerLimits } from './limits.ts';

type RateLimits = Pick<ServerLimits, 'rateBytes' | 'rateWindow' | 'sendTimeout'>;

interface Transfer {
  req: IncomingMessage;
  res: ServerResponse;
  /** Bytes in both directions and the moment at the start of the window. */
  moved: number;
  since: number;
}

/** The side that the server waits for, if any. */
type Waiting = 'body' | 'receiver' | 'nobody';

/** Number of checks in one window. */
const samples = 8;

/**
 * Ends transfers that hardly move: a byte now and then keeps a connection from being idle, and occupies memory and a
 * lock forever. Only time in which the server waits for the other side counts; bytes that have arrived are kept.
 */
export class MinimumRate {
  readonly #limits: RateLimits;
  readonly #transfers = new Set<Transfer>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  start(): void {
    const { rateWindow, sendTimeout } = this.#limits;
    this.#timer = setInterval(() => this.#check(), Math.min(rateWindow, sendTimeout) / samples);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  watch(req: IncomingMessage, res: ServerResponse): void {
    const transfer = { req, res, moved: countBytes(req), since: performance.now() };
    this.#transfers.add(transfer);
    res.once('close', () => this.#transfers.delete(transfer));
  }

  #check(): void {
    const now = performance.now();
    const { rateBytes, rateWindow, sendTimeout } = this.#limits;
    const rules = {
      body: { least: rateBytes, window: rateWindow },
      receiver: { least: 1, window: sendTimeout },
      nobody: { least: 0, window: 0 },
    };
    for (const transfer of this.#transfers) {
      const { least, window } = rules[waitingFor(transfer)];
      const moved = countBytes(transfer.req);
      if (moved - transfer.moved >= least) Object.assign(transfer, { moved, since: now });
      else if (now - transfer.since >= window) transfer.req.socket.destroy();
    }
  }
}

/** Whether the receiver has not yet accepted everything that was sent. */
export function isSending(res: ServerResponse): boolean {
  return res.headersSent && !res.writableFinished && (res.socket?.writableLength ?? 0) > 0;
}

function waitingFor({ req, res }: Transfer): Waiting {
  if (isSending(res)) return 'receiver';
  return !req.complete && req.readableLength === 0 ? 'body' : 'nobody';
}

/** Counts a chunk in the socket only when all of it has been sent. */
function countBytes({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
