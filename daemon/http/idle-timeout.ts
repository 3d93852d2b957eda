import type { Socket } from 'node:net';

/** A connection without a byte for this long is dead. */
export const idleTimeout = 60_000;

/** For work during which the client rightly hears nothing, such as reading a large file back for its digest. */
export async function withoutIdleTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(idleTimeout);
  }
}
