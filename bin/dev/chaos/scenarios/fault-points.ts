import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, filesFromPaths, fileUploadJournal, type NodeClient } from '#sdk/index.js';
import type { FaultPoint } from '../../../../daemon/faults.ts';
import { makeFolder, type SourceFolder } from '../folder.ts';
import { insist } from '../insist.ts';
import { ServerProcess } from '../processes.ts';
import type { Chaos, Scenario } from '../scenario.ts';
import { checkData, verifyShare } from '../verify.ts';

interface Case {
  point: FaultPoint;
  /** The highest number of times that the life of a share surely reaches the point. */
  most: number;
}

const cases: readonly Case[] = [
  { point: 'finisher:synced', most: 3 },
  { point: 'finisher:renamed', most: 3 },
  { point: 'share:completing', most: 1 },
  { point: 'share:completed', most: 1 },
  { point: 'share:purging', most: 1 },
];

/** The server dies exactly between two steps: the rows of the crash matrix, one after the other. */
export const faultPoints: Scenario = {
  name: 'fault-points',
  async run(chaos) {
    for (const fault of chooseFaults(chaos)) {
      await liveThrough(chaos, fault).catch((error: unknown) => {
        throw new Error(`killed at ${fault}`, { cause: error });
      });
    }
  },
};

/** Every point, every time; in haste a few of them. */
function chooseFaults({ random, isQuick }: Chaos): string[] {
  const all = cases.flatMap(({ point, most }) =>
    Array.from({ length: most }, (_, index) => `${point}:${index + 1}:kill`),
  );
  if (!isQuick) return all;
  return Array.from({ length: 4 }, () => all.splice(random.int(0, all.length - 1), 1)).flat();
}

/** Upload, publication, download and removal of a share, in which the server dies once, at the fault. */
async function liveThrough(chaos: Chaos, fault: string): Promise<void> {
  const folder = path.join(chaos.folder, fault.replaceAll(':', '-'));
  const { random, tally } = chaos;
  const server = await ServerProcess.create(path.join(folder, 'data'));
  const source = await makeFolder(path.join(folder, 'files'), random, {
    big: [random.int(4_100_000, 8_000_000), 4_500_000],
    small: random.int(5, 40),
  });
  await server.start({ fault });
  const death = server.ended().then(async () => {
    server.assertAlive();
    tally.kills++;
    await server.start();
  });
  const client = await server.connect();
  try {
    await live(chaos, { server, client, source, folder });
    await Promise.race([death, fail(`${fault} was never reached`)]);
    await checkData(server);
    tally.notes.push(...server.errors);
  } finally {
    await client.close();
    await server.kill();
    await rm(folder, { recursive: true });
  }
}

interface Life {
  server: ServerProcess;
  client: NodeClient;
  source: SourceFolder;
  folder: string;
}

async function live(chaos: Chaos, { server, client, source, folder }: Life): Promise<void> {
  const journal = fileUploadJournal({ directory: path.join(folder, 'journals'), key: 'life' });
  const { share } = await insist(async () =>
    client.uploadFiles(await filesFromPaths([source.directory]), { journal }),
  );
  await insist(() => verifyShare(chaos, client, { link: share.url, source }));
  await insist(() => remove(client, share.id));
  await waitUntilPurged(path.join(server.dataDir, 'blobs'));
}

/** A removal whose answer was lost is met by its own success when it is tried again. */
async function remove(client: NodeClient, id: string): Promise<void> {
  await client.shares.remove({ params: { id } }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'share_removed')) throw error;
  });
}

async function waitUntilPurged(blobs: string): Promise<void> {
  const deadline = performance.now() + 20_000;
  while ((await readdir(blobs, { recursive: true, withFileTypes: true })).some((entry) => entry.isFile())) {
    if (performance.now() > deadline) throw new Error('files of a removed share stay on the disk');
    await sleep(50);
  }
}

async function fail(reason: string): Promise<never> {
  await sleep(2000);
  throw new Error(reason);
}
