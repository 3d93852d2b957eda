import { expect, it } from 'vitest';
import { offsetStream } from '../../../../daemon/testing/tus.ts';
import { signInAt } from '../hot-requests.ts';
import { inFolder, startServer } from '../server.ts';

const body = new Uint8Array(128 * 1024 * 1024);
const pageBytes = 4096;
/** The allocator that the server prepares for uploads; others are left as they are. */
const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
  .header;

interface Memory {
  pageFaults: number;
  collections: number;
}

/** Sends two bodies to a server, and returns what each of them has cost. */
async function sendTwice(): Promise<[Memory, Memory]> {
  return inFolder(async (folder) => {
    const server = await startServer(folder, 'upload-memory.js');
    try {
      const instance = await signInAt(server.url);
      const look = async () => (await server.ask()) as Memory;
      const send = async (): Promise<Memory> => {
        const { url, token } = await instance.begin(body.length);
        const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...offsetStream };
        const before = await look();
        await instance.send(url, { method: 'PATCH', headers: { ...headers, 'upload-offset': '0' }, body });
        const { pageFaults, collections } = await look();
        return { pageFaults: pageFaults - before.pageFaults, collections };
      };
      return [await send(), await send()];
    } finally {
      await server.stop();
    }
  });
}

it.skipIf(!glibcVersionRuntime)(
  'uses the memory of an upload again and seldom collects the whole heap',
  async () => {
    const [, second] = await sendTwice();
    // None or one; five where the heap may only grow by a tenth.
    expect(second.collections).toBeLessThan(3);
    // About 100; without that preparation 8,000 and more.
    expect(second.pageFaults).toBeLessThan(body.length / pageBytes / 6);
  },
  60_000,
);
