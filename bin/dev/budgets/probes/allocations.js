import { Session } from 'node:inspector';
import './no-background.js';

/**
 * Preloaded into a server: the first message from the parent starts sampling what is allocated, the second is answered
 * with the bytes by the address of the script. What Node allocates counts for the script that called it, if any.
 */

const session = new Session();
session.connect();
let isRunning = false;

process.on('message', () => {
  if (isRunning) session.post('HeapProfiler.stopSampling', (_, { profile }) => process.send(sum(profile)));
  else session.post('HeapProfiler.startSampling', options, () => process.send({}));
  isRunning = !isRunning;
});
process.channel.unref();

const options = {
  samplingInterval: 4096,
  // Also what is no longer used.
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

function sum({ head }) {
  const bytes = {};
  const add = ({ callFrame: { url }, selfSize, children }, caller) => {
    const owner = url === '' || url.startsWith('node:') ? caller : url;
    bytes[owner] = (bytes[owner] ?? 0) + selfSize;
    for (const child of children) add(child, owner);
  };
  add(head, '');
  return bytes;
}
