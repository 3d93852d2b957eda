import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';

/** glibc makes use of no larger block. */
const largestFreed = 31 * 1024 * 1024;
let isPrepared = false;

/**
 * Prepares the process for long bodies, of which the HTTP parser copies every 64 KiB to memory of its own.
 *
 * When those copies are freed, glibc gives memory back to the system as soon as there are more than 128 KiB of it at the
 * end of the heap, and gets it again page by page for the next copies: on a virtual machine that is more than half of the
 * processor time of an upload. Once a large block has been freed, it keeps up to twice as much as that (mallopt(3),
 * M_MMAP_THRESHOLD and M_TRIM_THRESHOLD). The block itself is never written, so it takes no memory.
 *
 * V8 counts the copies towards its heap. In an idle server it shrinks the heap, and then lets it grow by only a tenth, so
 * every 32 MB of a body would cause a collection of the whole heap. The flag lets it always grow to three times the size
 * that a collection leaves.
 */
export function prepareMemory(): void {
  if (isPrepared) return;
  isPrepared = true;
  Buffer.allocUnsafeSlow(largestFreed);
  setFlagsFromString('--heap-growing-percent=200');
}

/** Node 22 and later. */
type Transferable = Partial<{ transfer(length: number): ArrayBuffer }>;

/**
 * Frees the chunks of a request at once, not at the next garbage collection; they can no longer be read. Chunks of other
 * streams are left alone, because they may share their memory.
 */
export function freeChunks(source: Readable, chunks: readonly Buffer[]): void {
  if (!(source instanceof IncomingMessage)) return;
  for (const { buffer, byteLength } of chunks) {
    if (byteLength === buffer.byteLength) (buffer as Transferable).transfer?.(0);
  }
}
