import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError, filesFromPaths, type NodeClient } from '#sdk/index.js';
import { makeFolder } from '../folder.ts';
import { ServerProcess } from '../processes.ts';
import type { Chaos, Scenario } from '../scenario.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { checkData, verifyShare } from '../verify.ts';

/** Fills the disk of the database, but not that of the files: new work is refused, everything else continues. */
export const databaseDisk: Scenario = {
  name: 'database-disk-full',
  async run(chaos) {
    const { folder } = chaos;
    const disk = await mountSmallDisk(path.join(folder, 'disk'), 96);
    const file = path.join(disk.directory, 'fileshare.db');
    const server = await ServerProcess.create(path.join(folder, 'data'), {
      FILESHARE_DATABASE_URL: `sqlite:${file}`,
    });
    const ballast = async () => (await stat(`${file}.ballast`).catch(() => null))?.size ?? 0;
    try {
      await server.start();
      const client = await server.connect();
      await client.jobs.run({ params: { name: 'database.ballast' } });
      expectThat((await ballast()) > 0, 'there is no ballast after the start');
      const kept = await send(chaos, client, 'kept');
      const deleted = await send(chaos, client, 'deleted');

      await disk.fill();
      await expectReadiness(server.url, 503, 'database_full');
      await expectRefusal(client);
      await verifyShare(chaos, client, kept);
      const again = await server.connect();
      await again.shares.remove({ params: { id: deleted.id } });
      await again.jobs.run({ params: { name: 'shares.purge' } });
      expectThat(
        (await countFiles(server.dataDir)) === kept.files,
        'the files of a deleted share are still there',
      );
      expectThat((await ballast()) === 0, 'the ballast is still there on a full disk');
      // New work does not use the space of the ballast, and ongoing work does not use it up.
      for (let round = 0; round < 100; round++) await again.jobs.run({ params: { name: 'throttle.sweep' } });
      await expectReadiness(server.url, 503, 'database_full');
      await expectRefusal(again);
      await again.close();
      await server.kill();
      chaos.tally.kills++;
      await server.start();
      await expectReadiness(server.url, 503, 'database_full');

      await disk.clear();
      await expectReadiness(server.url, 200);
      await client.jobs.run({ params: { name: 'database.ballast' } });
      expectThat((await ballast()) > 0, 'the ballast has not come back');
      await verifyShare(chaos, client, await send(chaos, client, 'later'));
      await client.close();
      await checkData(server);
    } finally {
      await server.kill();
      await disk.unmount();
    }
  },
};

async function send(chaos: Chaos, client: NodeClient, name: string) {
  const directory = path.join(chaos.folder, name);
  await mkdir(directory);
  const source = await makeFolder(directory, chaos.random, { big: [2_000_000, 1_000_000], small: 0 });
  const { share } = await client.uploadFiles(await filesFromPaths([source.directory]));
  return { id: share.id, link: share.url, source, files: source.digests.size };
}

async function expectRefusal(client: NodeClient): Promise<void> {
  const answer: unknown = await client.shares.create({ body: {} }).catch((error: unknown) => error);
  if (answer instanceof AppError && answer.code === 'storage_full') return;
  throw new Error('a new share was taken although the disk of the database is full', { cause: answer });
}

async function expectReadiness(url: string, status: number, reason?: string): Promise<void> {
  const response = await fetch(`${url}/api/health/ready`);
  const text = await response.text();
  const isRight = response.status === status && (reason === undefined || text.includes(`"${reason}"`));
  if (!isRight) throw new Error(`readiness is ${response.status}, not ${status} ${reason ?? ''}: ${text}`);
}

async function countFiles(dataDir: string): Promise<number> {
  const entries = await readdir(path.join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function expectThat(holds: boolean, failure: string): void {
  if (!holds) throw new Error(failure);
}
