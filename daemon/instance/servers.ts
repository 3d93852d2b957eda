import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { Repos } from '../app/repos.ts';
import { newServerId } from '../crypto/ids.ts';
import { deriveToken } from '../crypto/tokens.ts';
import type { Env } from '../env/env.ts';
import { readVersion } from '../features/system/version.ts';
import type { Component } from '../lifecycle.ts';
import { hasLocalStores } from '../storage/stores.ts';
import { readFolderId } from './data-folder.ts';
import { isInUse } from './lock.ts';
import type { ServerRecord } from './server-repo.ts';

/** A running server, as far as administrators see it. */
export type RunningServer = Pick<ServerRecord, 'id' | 'name' | 'version' | 'role' | 'startedAt' | 'seenAt'>;

export interface Servers extends Component {
  /** Lists the running servers of the instance, the longest-running first; none with SQLite. */
  list(): Promise<readonly RunningServer[]>;
  /** Resolves with the reason once this server, which was away for a while, may no longer run beside the others. */
  readonly refusal: Promise<HostError>;
}

type Deps = Pick<Core, 'env' | 'uow' | 'logger' | 'secretKey'>;

const askEvery = 1000;

/**
 * This server among those of its instance. With PostgreSQL each is entered in a table, and says every `beatEvery`
 * milliseconds that it is running; with SQLite there is one.
 */
export function createServers(deps: Deps, beatEvery = 5000): Servers {
  const { env, uow, logger } = deps;
  const own = { id: newServerId(), name: hostname(), version: readVersion(), role: env.role };
  let refuse: (reason: HostError) => void = () => undefined;
  const refusal = new Promise<HostError>((resolve) => (refuse = resolve));
  if (env.database.engine === 'sqlite') return { name: 'servers', list: async () => [], refusal };
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();
  const stopping = new AbortController();

  /** Waits for an entry in the way to disappear, as after a crash; a server that runs shows itself again. */
  async function enterWhenFree(server: NewServer): Promise<ServerRecord[]> {
    let before: ServerRecord | undefined;
    for (;;) {
      const { others, obstacle } = await uow.transaction((repos) => enterWith(repos, server));
      if (!obstacle) return others;
      if (obstacle.id === before?.id && obstacle.seenAt > before.seenAt) {
        throw explain(obstacle, server);
      }
      if (obstacle.id !== before?.id) {
        logger.info(
          { server: obstacle.name },
          'waiting to see whether another server of this database still runs',
        );
        before = obstacle;
      }
      await setTimeout(askEvery, undefined, { signal: stopping.signal });
    }
  }

  async function enter(): Promise<void> {
    const server = { ...own, ...(await describe(deps)) };
    const others = await enterWhenFree(server);
    const different = others.filter(({ settings }) => settings !== server.settings);
    if (different.length === 0) return;
    logger.warn(
      { servers: different.map(({ name }) => name) },
      'other servers have other FILESHARE_CONFIG_… variables: set the same ones for all',
    );
  }

  async function beat(): Promise<void> {
    const isEntered = await uow.transaction(({ servers }) => servers.touch(own.id));
    // It was away for so long that another one took it for gone.
    if (!isEntered) await enter();
  }

  function noteFailure(error: unknown): void {
    if (stopping.signal.aborted) return;
    if (!(error instanceof HostError)) {
      logger.warn({ err: error }, 'other servers may take this one for gone');
      return;
    }
    clearInterval(timer);
    refuse(error);
  }

  return {
    name: 'servers',
    list: () => uow.read.servers.list(),
    refusal,
    async start() {
      await enter();
      timer = setInterval(() => {
        beating = beating.then(beat).catch(noteFailure);
      }, beatEvery).unref();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await beating;
      await uow.transaction(({ servers }) => servers.remove(own.id));
    },
  };
}

async function describe({
  env,
  secretKey,
}: Deps): Promise<Pick<ServerRecord, 'folder' | 'storage' | 'settings'>> {
  const settings = JSON.stringify([...env.locked].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    folder: await readFolderId(env.dataDir),
    // While files are moved out of the folder, other servers do not find them.
    storage: (await hasLocalStores(env.dataDir)) ? local : nameStorage(env),
    // Passwords may be among them.
    settings: deriveToken('', secretKey, settings),
  };
}

const local = 'local';
const inBucket = 's3:';

function nameStorage({ storage }: Pick<Env, 'storage'>): string {
  return storage.kind === 's3' ? `${inBucket}${storage.s3.bucket}/${storage.s3.prefix}` : local;
}

/** Whether two servers do not find the files of each other. */
function isDivided(one: Pick<ServerRecord, 'storage'>, other: Pick<ServerRecord, 'storage'>): boolean {
  const both = [one.storage, other.storage];
  if (both.includes(local)) return true;
  return both.every((storage) => storage.startsWith(inBucket)) && one.storage !== other.storage;
}

function explain(obstacle: ServerRecord, server: NewServer): HostError {
  const { name, storage } = obstacle;
  if ([storage, server.storage].includes(local)) return new HostError('second_server', { server: name });
  return new HostError('other_bucket', { server: name, bucket: storage.slice(inBucket.length) });
}

type NewServer = Omit<ServerRecord, 'startedAt' | 'seenAt'>;

/**
 * Enters a server unless one is in its way, and returns those that run already.
 *
 * @throws HostError `database_newer`
 */
async function enterWith(
  { lock, servers }: Pick<Repos, 'lock' | 'servers'>,
  server: NewServer,
): Promise<{ others: ServerRecord[]; obstacle: ServerRecord | undefined }> {
  await lock('migrations');
  await lock('servers');
  if (await servers.isSchemaNewer()) throw new HostError('database_newer');
  // The server that had this folder before no longer has its lock.
  await servers.removeGone(server.folder);
  const others = await servers.list();
  const obstacle = others.find((other) => isDivided(other, server));
  if (!obstacle) await servers.insert(server);
  return { others, obstacle };
}

/**
 * Finds a running server with another data folder. Whether one has this folder, its lock knows: an entry may be left by
 * one that was killed.
 */
export async function findOtherServer({
  env,
  uow,
}: Pick<Core, 'env' | 'uow'>): Promise<RunningServer | null> {
  return findWithOtherFolder(await uow.read.servers.list(), env.dataDir);
}

/** Finds one with another data folder among running servers. */
export async function findWithOtherFolder(
  running: readonly ServerRecord[],
  dataDir: string,
): Promise<RunningServer | null> {
  if (running.length === 0) return null;
  const folder = await readFolderId(dataDir);
  return running.find((server) => server.folder !== folder) ?? null;
}

/** Whether a server of the instance runs, on this machine or another one. */
export async function isServed(core: Pick<Core, 'env' | 'uow'>): Promise<boolean> {
  return (await isInUse(core.env.dataDir)) || (await findOtherServer(core)) !== null;
}
