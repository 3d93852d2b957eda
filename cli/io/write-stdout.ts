import { once } from 'node:events';
import type { Context } from '../context.ts';

/** Writes data as they come; waits while the reader is slower. */
export async function writeStdout(
  { streams, signal }: Pick<Context, 'streams' | 'signal'>,
  chunk: Uint8Array | string,
): Promise<void> {
  if (!streams.stdout.write(chunk)) await once(streams.stdout, 'drain', { signal });
}
