import { Worker } from 'node:worker_threads';
import type { FileDigests } from '../../transfer/digests.ts';

/** Digests files in a separate thread, while they are being written. */
export interface Digester {
  /** Reports that the first `upTo` bytes of the file exist. The thread digests them when it has time. */
  follow(id: string, path: string, upTo: number): void;
  /**
   * Returns the digests of the first `size` bytes; bytes that were followed are not read again.
   *
   * @throws Error when the file cannot be read, or is shorter
   */
  digest(id: string, path: string, size: number): Promise<FileDigests>;
  /** Drops the state of a discarded file. */
  forget(id: string): void;
  stop(): Promise<void>;
}

interface Call {
  resolve(digests: FileDigests): void;
  reject(error: Error): void;
}

type Answer = { call: number; error: string } | ({ call: number; error?: undefined } & FileDigests);

/**
 * Starts its thread with the first file, and again after the thread has failed: then files are read from their start.
 */
export function createDigester(): Digester {
  const calls = new Map<number, Call>();
  let worker: Worker | undefined;
  let lastCall = 0;

  function start(): Worker {
    const started = new Worker(new URL('./digest-worker.js', import.meta.url));
    started.unref();
    started.on('message', ({ call, ...answer }: Answer) => {
      const { resolve, reject } = calls.get(call) ?? {};
      calls.delete(call);
      if (answer.error === undefined) resolve?.({ sha256: answer.sha256, crc32: answer.crc32 });
      else reject?.(new Error(answer.error));
      if (calls.size === 0) started.unref();
    });
    started.on('error', (error) => fail(started, error instanceof Error ? error : new Error(String(error))));
    started.on('exit', () => fail(started, new Error('the digest thread has ended')));
    return started;
  }

  function fail(failed: Worker, error: Error): void {
    if (worker === failed) worker = undefined;
    for (const { reject } of calls.values()) reject(error);
    calls.clear();
  }

  return {
    follow(id, path, upTo) {
      worker ??= start();
      worker.postMessage({ kind: 'read', id, path, upTo });
    },
    forget: (id) => worker?.postMessage({ kind: 'forget', id }),
    digest(id, path, upTo) {
      const current = (worker ??= start());
      lastCall += 1;
      const call = lastCall;
      return new Promise((resolve, reject) => {
        calls.set(call, { resolve, reject });
        current.ref();
        current.postMessage({ kind: 'read', id, path, upTo, call });
      });
    },
    async stop() {
      await worker?.terminate();
    },
  };
}
