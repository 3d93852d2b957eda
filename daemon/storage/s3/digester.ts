import { Worker } from 'node:worker_threads';
import type { FileDigests } from '../../transfer/digests.ts';

/** Digests pieces in a separate thread, and whole blobs whose pieces come in their order. */
export interface PieceDigester {
  /**
   * Returns the digests of a piece. If `chain` is given, its bytes are also added to the digest of all bytes of a blob
   * so far; pieces with a chain are passed in their order.
   */
  digest(bytes: Uint8Array, chain: { id: string; start: number } | null): Promise<FileDigests>;
  /** Returns the SHA-256 of the first `size` bytes of a blob; null when not exactly these have been added. */
  finish(id: string, size: number): Promise<string | null>;
  /** Drops what has been added for a blob. */
  forget(id: string): void;
  stop(): Promise<void>;
}

interface Answer {
  sha256: string | null;
  crc32: number;
}

interface Call {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Starts its thread with the first piece, and again after the thread has failed. */
export function createPieceDigester(): PieceDigester {
  const calls = new Map<number, Call>();
  let worker: Worker | undefined;
  let lastCall = 0;

  function start(): Worker {
    const started = new Worker(new URL('./digest-worker.js', import.meta.url));
    started.unref();
    started.on('message', ({ call, ...answer }: Answer & { call: number }) => {
      calls.get(call)?.resolve(answer);
      calls.delete(call);
      if (calls.size === 0) started.unref();
    });
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => fail(started, new Error('the digest thread has ended')));
    return started;
  }

  function fail(failed: Worker, error: Error): void {
    if (worker !== failed) return;
    worker = undefined;
    for (const { reject } of calls.values()) reject(error);
    calls.clear();
  }

  function ask(message: Record<string, unknown>): Promise<Answer> {
    const current = (worker ??= start());
    lastCall += 1;
    const call = lastCall;
    return new Promise((resolve, reject) => {
      calls.set(call, { resolve, reject });
      current.ref();
      current.postMessage({ ...message, call });
    });
  }

  return {
    async digest(bytes, chain) {
      const { sha256, crc32 } = await ask({ kind: 'piece', bytes, chain });
      if (sha256 === null) throw new Error('a piece without a digest');
      return { sha256, crc32 };
    },
    finish: async (id, size) => (worker ? (await ask({ kind: 'finish', id, size })).sha256 : null),
    forget: (id) => worker?.postMessage({ kind: 'forget', id }),
    async stop() {
      await worker?.terminate();
    },
  };
}
