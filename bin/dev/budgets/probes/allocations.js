import { Session } from 'node:inspector/promises';
import './no-background.js';

/**
 * Preloaded into a server: the first message from the parent starts sampling what is allocated, the second is answered
 * with the bytes by the address of the script. What Node allocates counts for the script that called it, if any.
 */

const session = new Session();
session.connect();
let isRunning = false;

process.on('message', async () => {
  if (isRunning) {
    const { profile } = await session.post('HeapProfiler.stopSampling');
    const bytes = {};
    add(profile.head, bytes, '');
    process.send(bytes);
  } else {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 4096,
      // Also what is no longer used.
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    process.send({});
  }
  isRunning = !isRunning;
});
process.channel.unref();

function add({ callFrame: { url }, selfSize, children }, bytes, caller) {
  const owner = url === '' || url.startsWith('node:') ? caller : url;
  bytes[owner] = (bytes[owner] ?? 0) + selfSize;
  for (const child of children) add(child, bytes, owner);
}
