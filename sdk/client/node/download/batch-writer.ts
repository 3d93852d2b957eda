/** Bytes that are worth a write. */
const batchBytes = 1_048_576;
/** Milliseconds a byte stays in memory at most. */
const longestStay = 100;

/** Collects chunks and writes many at a time, while the next ones arrive. What comes slowly does not wait for more. */
export class BatchWriter {
  readonly #write: (chunks: readonly Uint8Array[]) => Promise<void>;
  #batch: Uint8Array[] = [];
  #bytes = 0;
  #writing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(write: (chunks: readonly Uint8Array[]) => Promise<void>) {
    this.#write = write;
  }

  /** True when there is enough for a write. */
  add(chunk: Uint8Array): boolean {
    this.#batch.push(chunk);
    this.#bytes += chunk.byteLength;
    this.#timer ??= setTimeout(() => {
      if (!this.#writing) this.#start();
    }, longestStay);
    return this.#bytes >= batchBytes;
  }

  /** Begins to write what there is, when what was written before has ended. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.#batch.length > 0) this.#start();
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    try {
      await this.flush();
      await this.#writing;
    } finally {
      this.#stopTimer();
    }
  }

  #start(): void {
    this.#stopTimer();
    const chunks = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    this.#writing = this.#write(chunks).then(() => {
      this.#writing = null;
    });
    // Its failure is met where it is awaited; nothing is written after it.
    this.#writing.catch(() => undefined);
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
