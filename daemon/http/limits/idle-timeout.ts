import type { Socket } from 'node:net';

/** For work during which the client rightly hears nothing, such as reading a large file back for its digest. */
export async function withoutIdleTimeout<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const { timeout } = socket;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(timeout ?? 0);
  }
}
