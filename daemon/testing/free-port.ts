import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a port of this machine that is free now, for a server whose address must stay the same across restarts. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
