/** Memory for pieces that the digest thread can read. */
export interface SharedBuffers {
  /** Returns the bytes of all chunks in a row. */
  gather(chunks: readonly Buffer[]): Uint8Array;
  /** Takes the memory back; nobody may read it any longer. */
  giveBack(bytes: Uint8Array): void;
}

const unit = 1024 * 1024;
/** A larger number of buffers is left to the garbage collector, and so are all of them after a while without uploads. */
const maxFree = 8;
const keptFor = 10_000;

/**
 * Uses buffers again. The garbage collector does not see how large shared memory is, and frees it so late that a few
 * uploads would occupy several times what their pieces need.
 */
export function createSharedBuffers(): SharedBuffers {
  let free: SharedArrayBuffer[] = [];
  let timer: NodeJS.Timeout | undefined;

  function take(size: number): SharedArrayBuffer {
    const length = Math.ceil(size / unit) * unit;
    const index = free.findIndex(({ byteLength }) => byteLength === length);
    return free.splice(index, index < 0 ? 0 : 1)[0] ?? new SharedArrayBuffer(length);
  }

  return {
    gather(chunks) {
      const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      // Small pieces are many and of all sizes.
      const bytes = new Uint8Array(size < unit ? new SharedArrayBuffer(size) : take(size), 0, size);
      let position = 0;
      for (const chunk of chunks) {
        bytes.set(chunk, position);
        position += chunk.length;
      }
      return bytes;
    },
    giveBack({ buffer }) {
      if (!(buffer instanceof SharedArrayBuffer) || buffer.byteLength < unit || free.length >= maxFree)
        return;
      free.push(buffer);
      timer ??= setTimeout(() => {
        free = [];
        timer = undefined;
      }, keptFor).unref();
    },
  };
}
