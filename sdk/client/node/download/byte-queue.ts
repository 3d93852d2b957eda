/** Bytes that arrive in chunks, read in the sizes that the reader needs. */
export class ByteQueue {
  readonly #chunks: AsyncGenerator<Uint8Array, void, undefined>;
  #next: Uint8Array | null = null;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = iterate(chunks);
  }

  /** Returns exactly so many bytes, or null if there are fewer. */
  async read(bytes: number): Promise<Buffer | null> {
    const parts: Uint8Array[] = [];
    for (let left = bytes; left > 0; ) {
      const part = await this.readSome(left);
      if (!part) return null;
      parts.push(part);
      left -= part.byteLength;
    }
    return Buffer.concat(parts);
  }

  /** Returns the bytes at hand, up to so many, or null at the end. */
  async readSome(most: number): Promise<Uint8Array | null> {
    const chunk = this.#next ?? (await this.#fetch());
    if (!chunk) return null;
    this.#next = chunk.byteLength > most ? chunk.subarray(most) : null;
    return chunk.subarray(0, most);
  }

  /** Puts bytes back that were read last. */
  unread(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    this.#next = this.#next ? Buffer.concat([bytes, this.#next]) : bytes;
  }

  /** Reads to the end. */
  async drain(): Promise<void> {
    while (await this.readSome(Number.POSITIVE_INFINITY));
  }

  /** Reads no further. */
  async close(): Promise<void> {
    await this.#chunks.return();
  }

  async #fetch(): Promise<Uint8Array | null> {
    for (;;) {
      const { value } = await this.#chunks.next();
      if (!value) return null;
      if (value.byteLength > 0) return value;
    }
  }
}

async function* iterate(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}
