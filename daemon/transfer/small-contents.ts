import type { ByteSource } from './byte-source.ts';

/** Contents up to this size are read whole, and kept for a while. */
export const smallBytes = 64 * 1024;

const maxBytes = 8 * 1024 * 1024;

export interface SmallContents {
  /**
   * The bytes of something that never changes, from memory or read by way of `open`. What is opened is closed.
   *
   * @throws what opening and reading throw
   */
  open(key: string, open: () => Promise<ByteSource>): Promise<ByteSource>;
}

/** Small files that many fetch cost more to open than to send: the ones fetched last stay in memory. */
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
    read: async (target, position) => bytes.copy(target, 0, position),
    close: async () => undefined,
  };
}
