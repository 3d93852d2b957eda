/** Something of a known size whose bytes can be read at any position: an open file, an object, an archive. */
export interface ByteSource {
  /** Bytes in all, as it was when the source was opened. */
  readonly size: number;
  /**
   * Fills `buffer` with the bytes from `position` on and answers how many there are; fewer than the buffer holds
   * only where the source ends. One read at a time.
   */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Gives back what the source holds, once a running read has ended. Closing again does nothing. */
  close(): Promise<void>;
}

/** A source ended before the bytes that were promised: what was sent must not look complete. */
export class ShortSourceError extends Error {
  override readonly name = 'ShortSourceError';

  constructor(position: number) {
    super(`the source ended at byte ${position}, before the bytes it promised`);
  }
}

/** There is no source of this name, although somebody believed so. */
export class MissingSourceError extends Error {
  override readonly name = 'MissingSourceError';

  constructor(name: string, cause?: unknown) {
    super(`${name} is missing`, { cause });
  }
}
