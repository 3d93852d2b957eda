import { AppError } from '#sdk/contract/errors.js';

interface GateOptions {
  /** Number of pieces of work that run at once. */
  width: number;
  /** Number of callers that may wait for their turn. */
  queueLength: number;
  /** Sent to callers that are refused. */
  retryAfterSeconds: number;
}

/** Runs work in turn, never more than `width` pieces at once. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Creates a gate that throws AppError `overloaded` once its queue is full: a quick refusal is better than an endless
 * wait.
 */
export function createGate({ width, queueLength, retryAfterSeconds }: GateOptions): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < width) {
      running += 1;
      return;
    }
    if (waiting.length >= queueLength) throw new AppError('overloaded', { seconds: retryAfterSeconds });
    // A finished call passes its place on, so that no new caller gets in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
