/** A source of known size whose bytes can be read at any position: an open file, a blob, an archive. */
export interface ByteSource {
  /** Total bytes when the source was opened. */
  readonly size: number;
  /** All bytes, if the source holds them in memory. They must not be changed. */
  readonly bytes?: Buffer;
  /**
   * Fills `buffer` with the bytes from `position` on and returns how many were read: fewer than the buffer can hold
   * only at the end of the source. Only one read may run at a time.
   */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Releases the resources of the source when a running read has ended. Closing again does nothing. */
  close(): Promise<void>;
}

/** A source ended before the announced bytes: the bytes sent so far must not look complete. */
export class ShortSourceError extends Error {
  override readonly name = 'ShortSourceError';

  constructor(position: number) {
    super(`the source ended at byte ${position}, before the bytes it promised`);
  }
}

/** There is no source with this name, although the caller expected one. */
export class MissingSourceError extends Error {
  override readonly name = 'MissingSourceError';

  constructor(name: string, cause?: unknown) {
    super(`${name} is missing`, { cause });
  }
}

/** A source has more or fewer bytes than were recorded. */
export class WrongSizeError extends Error {
  override readonly name = 'WrongSizeError';

  constructor(size: number, recorded: number) {
    super(`${size} bytes instead of ${recorded}`);
  }
}

const damages = [ShortSourceError, MissingSourceError, WrongSizeError] as const;

/** Whether an error says that the bytes themselves are not what was stored; any other may be gone at the next attempt. */
export function isDamage(error: unknown): boolean {
  return damages.some((damage) => error instanceof damage);
}
