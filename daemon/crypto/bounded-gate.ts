import { AppError } from '#sdk/contract/errors.js';

interface GateOptions {
  /** How many run at once. */
  width: number;
  /** How many may wait for their turn. */
  queueLength: number;
  /** Given to callers that are turned away. */
  retryAfterSeconds: number;
}

/** Runs work in turn, never more than `width` pieces at once. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** A gate throws AppError `overloaded` once its queue is full: a short refusal is better than an endless wait. */
export function createGate({ width, queueLength, retryAfterSeconds }: GateOptions): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < width) {
      running += 1;
      return;
    }
    if (waiting.length >= queueLength) throw new AppError('overloaded', { seconds: retryAfterSeconds });
    // The one who leaves hands its place over, so that nobody slips in between.
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
