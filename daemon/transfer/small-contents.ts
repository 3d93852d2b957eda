import type { ByteSource } from './byte-source.ts';

/** Contents up to this many bytes are read whole, and cached for a while. */
export const smallBytes = 64 * 1024;

const maxBytes = 8 * 1024 * 1024;

export interface SmallContents {
  /**
   * Opens content that never changes, from memory or through `open`. The source that `open` returns is closed.
   *
   * @throws the errors of opening and reading
   */
  open(key: string, open: () => Promise<ByteSource>): Promise<ByteSource>;
}

/**
 * Caches small files that are downloaded often, because opening them costs more than sending them: the most recently
 * used stay in memory.
 */
export function createSmallContents(): SmallContents {
  const contents = new Map<string, Buffer>();
  let held = 0;

  function keep(key: string, bytes: Buffer): void {
    if (contents.has(key)) return;
    contents.set(key, bytes);
    held += bytes.byteLength;
    for (const [oldest, { byteLength }] of contents) {
      if (held <= maxBytes) return;
      contents.delete(oldest);
      held -= byteLength;
    }
  }

  return {
    async open(key, open) {
      const known = contents.get(key);
      if (known) {
        contents.delete(key);
        contents.set(key, known);
        return memorySource(known);
      }
      const bytes = await readAll(await open());
      keep(key, bytes);
      return memorySource(bytes);
    },
  };
}

async function readAll(source: ByteSource): Promise<Buffer> {
  try {
    const bytes = Buffer.allocUnsafeSlow(source.size);
    return bytes.subarray(0, await source.read(bytes, 0));
  } finally {
    await source.close();
  }
}

function memorySource(bytes: Buffer): ByteSource {
  return {
    size: bytes.byteLength,
    bytes,
    read: async (target, position) => bytes.copy(target, 0, position),
    close: async () => undefined,
  };
}
