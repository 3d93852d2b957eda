import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerLimits } from './limits.ts';

type RateLimits = Pick<ServerLimits, 'rateBytes' | 'rateWindow' | 'sendTimeout'>;

interface Transfer {
  req: IncomingMessage;
  res: ServerResponse;
  /** Bytes in both directions, and the moment, at the beginning of the window. */
  moved: number;
  since: number;
}

/** What the server waits for, if it does. */
type Waiting = 'body' | 'receiver' | 'nobody';

/** How often in a window is looked what the server waits for. */
const samples = 8;

/**
 * Ends transfers that hardly move: a byte now and then keeps a connection from being idle, and holds memory and a lock
 * for ever. Only time in which the server waits for the other side counts; what had arrived is kept.
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

/** The receiver has not yet taken what was sent. */
export function isSending(res: ServerResponse): boolean {
  return res.headersSent && !res.writableFinished && (res.socket?.writableLength ?? 0) > 0;
}

function waitingFor({ req, res }: Transfer): Waiting {
  if (isSending(res)) return 'receiver';
  return !req.complete && req.readableLength === 0 ? 'body' : 'nobody';
}

/** A chunk in the socket counts when all of it has left. */
function countBytes({ socket }: IncomingMessage): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
