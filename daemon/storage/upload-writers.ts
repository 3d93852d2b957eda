/** A running write. */
interface Writer {
  replaced: AbortController;
  ended: Promise<unknown>;
}

/** Sees to it that each upload has one writer in this process: a later one ends a running one first. */
export class UploadWriters {
  readonly #writers = new Map<string, Writer>();

  /** Number of uploads that are being written. */
  get size(): number {
    return this.#writers.size;
  }

  /** Runs `write` when no other writer of the upload is left; its signal aborts when a later one comes, or with `signal`. */
  async run<T>(id: string, signal: AbortSignal, write: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const earlier = this.#writers.get(id);
    const replaced = new AbortController();
    const either = AbortSignal.any([signal, replaced.signal]);
    const writing = endOf(earlier).then(() => write(either));
    const writer = { replaced, ended: writing.catch(() => undefined) };
    this.#writers.set(id, writer);
    try {
      return await writing;
    } finally {
      if (this.#writers.get(id) === writer) this.#writers.delete(id);
    }
  }

  /** Ends the writer of an upload, if there is one, and resolves when it has. */
  endOf(id: string): Promise<void> {
    return endOf(this.#writers.get(id));
  }

  /** Ends all writers, and resolves when they have. */
  async end(): Promise<void> {
    await Promise.all([...this.#writers.values()].map(endOf));
  }
}

async function endOf(writer: Writer | undefined): Promise<void> {
  writer?.replaced.abort();
  await writer?.ended;
}
