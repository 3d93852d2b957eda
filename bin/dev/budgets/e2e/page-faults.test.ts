import { expect, it } from 'vitest';
import { offsetStream } from '../../../../daemon/testing/tus.ts';
import { signInAt } from '../hot-requests.ts';
import { inFolder, startServer } from '../server.ts';

const body = new Uint8Array(128 * 1024 * 1024);
const pageBytes = 4096;
/** The allocator that the server prepares for uploads; others are left as they are. */
const { glibcVersionRuntime } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
  .header;

it.skipIf(!glibcVersionRuntime)(
  'takes the memory of an upload from the system only once',
  async () => {
    await inFolder(async (folder) => {
      const server = await startServer(folder, 'page-faults.js');
      try {
        const instance = await signInAt(server.url);
        const send = async () => {
          const { url, token } = await instance.begin(body.length);
          const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...offsetStream };
          await instance.send(url, { method: 'PATCH', headers: { ...headers, 'upload-offset': '0' }, body });
        };
        await send();
        const before = Number(await server.ask());
        await send();
        const faults = Number(await server.ask()) - before;
        // About 1,000; without that preparation 8,000 and more.
        expect(faults).toBeLessThan(body.length / pageBytes / 6);
      } finally {
        await server.stop();
      }
    });
  },
  60_000,
);
