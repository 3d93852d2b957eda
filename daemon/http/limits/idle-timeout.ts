import type { Socket } from 'node:net';

/**
 * Suspends the idle timeout during work for which the client rightly receives nothing, such as reading a large file
 * back for its digest.
 */
export async function withoutIdleTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const { timeout } = socket;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(timeout ?? 0);
  }
}
