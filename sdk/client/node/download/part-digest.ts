import { Worker } from 'node:worker_threads';
import type { PartFile } from './part-file.ts';
import { hashFile } from './safe-target.ts';

/** Files smaller than this are not worth a thread. */
const threadBytes = 32 * 1_048_576;

/** Computes the SHA-256 of a part: of a large one in a thread while it arrives, of others at the end. */
export class PartDigest {
  readonly #part: PartFile;
  readonly #usesThread: boolean;
  #hasher: FileHasher | null = null;
  #followed = 0;

  constructor(part: PartFile) {
    this.#part = part;
    this.#usesThread = part.size >= threadBytes;
  }

  follow(): void {
    if (!this.#usesThread) return;
    const { file, size, prefix } = this.#part;
    // The content has changed.
    if (prefix < this.#followed) void this.stop();
    this.#followed = prefix;
    if (prefix === 0) return;
    this.#hasher ??= new FileHasher(file, size);
    this.#hasher.advance(prefix);
  }

  async result(signal: AbortSignal): Promise<string> {
    this.follow();
    return (await this.#hasher?.result(signal)) ?? hashFile(this.#part.file, signal);
  }

  async stop(): Promise<void> {
    const hasher = this.#hasher;
    this.#hasher = null;
    await hasher?.stop();
  }
}

/** Reads a file while it is written. The program is kept as text, so that it is available in every bundle. */
const program = `
const { createHash } = require('node:crypto');
const { openSync, readSync } = require('node:fs');
const { parentPort, workerData: { file, size } } = require('node:worker_threads');
const buffer = Buffer.allocUnsafeSlow(Math.min(size, 1_048_576));
const hash = createHash('sha256');
let descriptor;
let position = 0;
parentPort.on('message', (limit) => {
  descriptor ??= openSync(file, 'r');
  while (position < limit) {
    const count = readSync(descriptor, buffer, 0, Math.min(buffer.length, limit - position), position);
    if (count === 0) throw new Error(file + ' has become shorter');
    hash.update(buffer.subarray(0, count));
    position += count;
  }
  if (position === size) parentPort.postMessage(hash.digest('hex'));
});
`;

/** Number of new bytes after which the thread is notified. */
const step = 4_194_304;

/** Computes the SHA-256 of a large file in its own thread while the file is being written. */
class FileHasher {
  readonly #worker: Worker;
  readonly #size: number;
  readonly #result: Promise<string>;
  #announced = 0;

  constructor(file: string, size: number) {
    this.#size = size;
    this.#worker = new Worker(program, { eval: true, workerData: { file, size } });
    this.#result = new Promise((resolve, reject) => {
      this.#worker.once('message', resolve);
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => reject(new Error('the digest was stopped')));
    });
    // An error is handled where the result is awaited, or is no longer of interest.
    this.#result.catch(() => undefined);
  }

  /** Tells the thread that the bytes before this position are final. */
  advance(position: number): void {
    const isLast = position === this.#size && this.#announced < position;
    if (position - this.#announced < step && !isLast) return;
    this.#announced = position;
    this.#worker.postMessage(position);
  }

  /** Returns the digest of the whole file in lower-case hexadecimal, once all bytes are final. */
  async result(signal: AbortSignal): Promise<string> {
    const stop = () => void this.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.#result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
