import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, filesFromPaths, fileUploadJournal, type NodeClient } from '#sdk/index.js';
import { openDatabase } from '../../../../daemon/db/connection.ts';
import type { FaultPoint } from '../../../../daemon/faults.ts';
import { makeFolder, type SourceFolder } from '../folder.ts';
import { insist } from '../insist.ts';
import { ServerProcess } from '../processes.ts';
import type { Chaos, Scenario } from '../scenario.ts';
import { uploadWithTusClient } from '../tus-client.ts';
import { checkData, verifyShare } from '../verify.ts';

interface Case {
  point: FaultPoint;
  /** The highest number of passes through the point that the life of a share guarantees. */
  most: number;
  /** Small files are sent one by one. */
  isSingly?: boolean;
  /** tus-js-client sends the files, the first one in parts. */
  isInParts?: boolean;
}

const cases: readonly Case[] = [
  { point: 'upload:reserved', most: 2 },
  { point: 'upload:written', most: 5 },
  { point: 'finisher:digested', most: 2 },
  { point: 'bundle:checked', most: 1 },
  { point: 'finisher:synced', most: 3 },
  { point: 'finisher:renamed', most: 3 },
  { point: 'finisher:committed', most: 3 },
  { point: 'whole:stored', most: 2, isSingly: true },
  { point: 'finisher:committed', most: 4, isSingly: true },
  { point: 'upload:concatenated', most: 1, isInParts: true },
  { point: 'join:copied', most: 2, isInParts: true },
  { point: 'finisher:digested', most: 2, isInParts: true },
  { point: 'share:completing', most: 1 },
  { point: 'share:completed', most: 1 },
  { point: 'archive:building', most: 1 },
  { point: 'share:purging', most: 1 },
];

/** Kills the server exactly between two steps: the rows of the crash matrix, one after the other. */
export const faultPoints: Scenario = {
  name: 'fault-points',
  async run(chaos) {
    for (const fault of chooseFaults(chaos)) {
      await liveThrough(chaos, fault).catch((error: unknown) => {
        throw new Error(`killed at ${fault.point}:${fault.nth}`, { cause: error });
      });
    }
  },
};

type Fault = Omit<Case, 'most'> & { nth: number };

/** Chooses every point and every pass; in a quick run a few of them. */
function chooseFaults({ random, isQuick }: Chaos): Fault[] {
  const all = cases.flatMap(({ most, ...rest }) =>
    Array.from({ length: most }, (_, index) => ({ ...rest, nth: index + 1 })),
  );
  if (!isQuick) return all;
  return Array.from({ length: 2 }, () => all.splice(random.int(0, all.length - 1), 1)).flat();
}

/** Uploads, publishes, downloads and removes a share; the server dies once, at the fault. */
async function liveThrough(chaos: Chaos, fault: Fault): Promise<void> {
  const { random, tally } = chaos;
  const folder = await mkdtemp(path.join(chaos.folder, 'life-'));
  const server = await ServerProcess.create(path.join(folder, 'data'), {
    FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: fault.point === 'archive:building' ? '1' : '0',
  });
  const source = await makeFolder(path.join(folder, 'files'), random, {
    big: [random.int(4_100_000, 8_000_000), 4_500_000],
    small: random.int(12, 40),
  });
  await server.start({ fault: `${fault.point}:${fault.nth}:kill` });
  const death = server.ended().then(async () => {
    server.assertAlive();
    tally.kills++;
    await server.start();
  });
  // If the server does not restart, the scenario fails.
  const failure = death.then(() => new Promise<never>(() => undefined));
  failure.catch(() => undefined);
  const client = await server.connect();
  try {
    await Promise.race([failure, live(chaos, fault, { server, client, source, folder, death })]);
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
  death: Promise<void>;
}

async function send(
  { isSingly }: Fault,
  { client, source, folder }: Life,
): Promise<{ id: string; url: string }> {
  const journal = fileUploadJournal({ directory: path.join(folder, 'journals'), key: 'life' });
  const { share } = await insist(async () =>
    client.uploadFiles(await filesFromPaths([source.directory]), { journal, bundles: isSingly !== true }),
  );
  return share;
}

async function sendInParts({ server, client, source }: Life): Promise<{ id: string; url: string }> {
  const { share, uploadToken } = await client.shares.create({ body: {} });
  await uploadWithTusClient(server.url, { shareId: share.id, uploadToken, source, delay: 500 });
  return insist(() => client.shares.complete({ params: { id: share.id } }));
}

async function live(chaos: Chaos, fault: Fault, life: Life): Promise<void> {
  const { server, client, source, death } = life;
  const { point } = fault;
  const share = await (fault.isInParts ? sendInParts(life) : send(fault, life));
  await insist(() => verifyShare(chaos, client, { link: share.url, source }));
  if (point !== 'share:purging') await within(death);
  await insist(() => remove(client, share.id));
  await waitUntilPurged(server);
  await within(death);
}

/** A removal whose answer was lost finds its own success when it is retried. */
async function remove(client: NodeClient, id: string): Promise<void> {
  await client.shares.remove({ params: { id } }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'share_removed')) throw error;
  });
}

async function within(death: Promise<void>): Promise<void> {
  const late = sleep(10_000, undefined, { ref: false }).then(() => {
    throw new Error('the point was never reached');
  });
  await Promise.race([death, late]);
}

/** Bytes that a kill left before any row knew them stay for a day, so only rows count. */
async function waitUntilPurged(server: ServerProcess): Promise<void> {
  const database = openDatabase(
    { engine: 'sqlite', file: path.join(server.dataDir, 'fileshare.db') },
    { synchronous: 'FULL' },
  );
  const deadline = performance.now() + 20_000;
  try {
    while ((await database.reader('files').first('id')) !== undefined) {
      if (performance.now() > deadline) throw new Error('files of a removed share are never purged');
      await sleep(50);
    }
  } finally {
    await database.close();
  }
}
