import { rm } from 'node:fs/promises';
import path from 'node:path';
import { filesFromPaths, fileUploadJournal, type NodeClient } from '#sdk/index.js';
import { findPostgres, startPostgres } from '../../../../../daemon/testing/engines/postgres-server.ts';
import { hasS3Server } from '../../../../../daemon/testing/engines/s3-programs.ts';
import { startS3Server, variablesOf } from '../../../../../daemon/testing/engines/s3-server.ts';
import { makeFolder } from '../../folder.ts';
import { ServerProcess } from '../../processes.ts';
import { startProxy } from '../../proxy.ts';
import { createRandom } from '../../random.ts';
import { type Chaos, type Scenario, SkippedError } from '../../scenario.ts';
import { checkData, verifyArchive, verifyShare } from '../../verify.ts';
import { type Direction, moveDatabase, moveRest, moveStorage } from './moves.ts';
import { type PublishedShare, Visitors } from './visitors.ts';

/**
 * An instance with 10,000 files moves to PostgreSQL and a bucket, and back, while people open its links. Each move is
 * killed once and run again. An upload that was interrupted before the moves ends after them.
 */
export const liveMove: Scenario = {
  name: 'live-move',
  isSlow: true,
  async run(chaos) {
    if (!hasS3Server || findPostgres() === null) throw new SkippedError('needs PostgreSQL and Ceph');
    const server = await ServerProcess.create(path.join(chaos.folder, 'data'));
    const postgres = await startPostgres();
    const s3 = await startS3Server();
    try {
      await server.start();
      const { FILESHARE_CONFIG_SHARE_CHUNK_SIZE: _, ...bucket } = variablesOf(await s3.createBucket());
      const there: Direction = { storage: 's3', databaseUrl: postgres.url, variables: bucket };
      const back: Direction = {
        storage: 'local',
        databaseUrl: `sqlite:${path.join(server.dataDir, 'moved-back.db')}`,
        variables: { FILESHARE_STORAGE: 'local' },
      };
      await moveThereAndBack(chaos, server, [there, back]);
    } finally {
      await server.kill();
      await Promise.all([postgres.stop(), s3.stop()]);
    }
  },
};

async function moveThereAndBack(
  chaos: Chaos,
  server: ServerProcess,
  directions: readonly Direction[],
): Promise<void> {
  const client = await server.connect();
  const shares = await publish(chaos, client);
  const visitors = new Visitors(server.url, shares, createRandom(chaos.random.int(0, 2 ** 31)));
  try {
    for (const direction of directions) await moveAll({ chaos, server, client, shares, visitors }, direction);
    await visitors.stop();
    const seen = [...visitors.duringRestarts].map(([what, times]) => `${what} (${times} times)`).join(', ');
    chaos.tally.notes.push(
      `the slowest answer began after ${Math.round(visitors.slowest)} ms`,
      `${visitors.putOff} links were opened later because the database was being moved`,
      `while the server was restarted, visitors saw ${seen || 'nothing'}`,
    );
  } finally {
    await client.close();
    await visitors.stop();
  }
}

/** 10,000 small files and some large ones, in four shares. */
async function publish({ folder, random, isQuick }: Chaos, client: NodeClient): Promise<PublishedShare[]> {
  const shares: PublishedShare[] = [];
  for (let index = 0; index < 4; index += 1) {
    const source = await makeFolder(path.join(folder, `share-${index}`), random, {
      big: Array.from({ length: 6 }, () => random.int(4, 10) * 1_000_000 + random.int(0, 4096)),
      small: isQuick ? 75 : 2500,
    });
    const { share } = await client.uploadFiles(await filesFromPaths([source.directory]));
    shares.push({ id: share.id, link: share.url, source });
  }
  return shares;
}

interface Stage {
  chaos: Chaos;
  server: ServerProcess;
  client: NodeClient;
  shares: readonly PublishedShare[];
  visitors: Visitors;
}

/** As the guide says: the files first, then the database, then what was unfinished. */
async function moveAll(stage: Stage, direction: Direction): Promise<void> {
  const { chaos, server, client, shares, visitors } = stage;
  const restart = (variables: NodeJS.ProcessEnv) =>
    visitors.whileRestarting(async () => {
      await server.stop();
      Object.assign(server.env, variables);
      await server.start();
    });
  const unfinished = await interruptUpload(stage, direction.storage);
  try {
    await restart(direction.variables);
    const before = visitors.answered;
    const ofFiles = await moveStorage(chaos, server, direction);
    const during = visitors.answered;
    const ofDatabase = await visitors.whileReading(() => moveDatabase(chaos, server, direction));
    chaos.tally.notes.push(
      `to ${direction.storage}: ${ofFiles}, ${during - before} requests answered during that; ` +
        `${ofDatabase}, ${visitors.answered - during} answered during that`,
    );
    await restart({ FILESHARE_DATABASE_URL: direction.databaseUrl });
    await unfinished.finish();
  } finally {
    await unfinished.close();
  }
  await moveRest(server, direction);
  for (const { link, source } of shares) await verifyArchive(chaos, client, { link, source });
  await visitors.whileRestarting(async () => {
    await checkData(server);
    await server.start();
  });
}

interface UnfinishedUpload {
  /** Continues it, and compares its files. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Starts an upload, and interrupts it in the middle. */
async function interruptUpload({ chaos, server }: Stage, name: string): Promise<UnfinishedUpload> {
  const { folder, random } = chaos;
  const source = await makeFolder(path.join(folder, `before-${name}`), random, {
    big: [50_000_000],
    small: 0,
  });
  // As slow as a network, so that it can be interrupted.
  const proxy = await startProxy(server.port, () => ({ bytesPerSecond: 20_000_000 }));
  const client = await server.connect(proxy.url);
  const journal = fileUploadJournal({ directory: path.join(folder, 'journals'), key: name });
  const interrupt = new AbortController();
  const sources = await filesFromPaths([source.directory]);
  const isInterrupted = await client
    .uploadFiles(sources, {
      journal,
      signal: interrupt.signal,
      onProgress: ({ bytes }) => {
        if (bytes.sent > bytes.total / 2) interrupt.abort();
      },
    })
    .then(
      () => false,
      () => interrupt.signal.aborted,
    );
  const close = async () => {
    await client.close();
    await proxy.close();
  };
  if (!isInterrupted) {
    await close();
    throw new Error('the upload was not interrupted');
  }
  return {
    async finish() {
      const { share, resumed } = await client.uploadFiles(sources, { journal });
      if (resumed === 0) throw new Error('the upload started over');
      await verifyShare(chaos, client, { link: share.url, source });
      await rm(source.directory, { recursive: true });
    },
    close,
  };
}
