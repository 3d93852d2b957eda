import type { FileHandle } from 'node:fs/promises';

/** Chunks are gathered to this size before they are written: few large writes instead of many small ones. */
const batchBytes = 1024 * 1024;

interface ReceiveOptions {
  file: FileHandle;
  /** Where in the file the first byte goes. */
  offset: number;
  /** Sees every chunk once it is written, in order. */
  onWritten(chunk: Uint8Array): void;
  /** Told the new offset after every write; what it throws ends the stream. */
  onProgress?(offset: number): Promise<void>;
}

/**
 * Writes a stream into a file and answers the offset behind the last byte written. When the stream breaks off, what
 * had arrived is written before the error is passed on: a client resumes from there.
 */
export async function receive(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<number> {
  const { file, onWritten } = options;
  let offset = options.offset;
  let batch: Uint8Array[] = [];
  let size = 0;

  async function flush(): Promise<void> {
    const chunks = batch;
    batch = [];
    size = 0;
    if (chunks.length === 0) return;
    await writeAll(file, chunks, offset);
    for (const chunk of chunks) {
      offset += chunk.length;
      onWritten(chunk);
    }
  }

  try {
    for await (const chunk of source) {
      batch.push(chunk);
      size += chunk.length;
      if (size < batchBytes) continue;
      await flush();
      await options.onProgress?.(offset);
    }
  } finally {
    await flush();
  }
  return offset;
}

/** A write may be short; the rest is written again until an error says why not. */
async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], offset: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks as Uint8Array[], offset);
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytesWritten === total) return;
  const rest = Buffer.concat(chunks).subarray(bytesWritten);
  let position = offset + bytesWritten;
  for (let done = 0; done < rest.length; ) {
    const result = await file.write(rest, done, rest.length - done, position);
    done += result.bytesWritten;
    position += result.bytesWritten;
  }
}
