import { open, realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { HostError, isHostError } from '#sdk/contract/host.js';
import type { Env } from '../env/env.ts';
import type { Component } from '../lifecycle.ts';
import type { Logger } from '../logger.ts';

export interface InstanceLock extends Required<Pick<Component, 'name' | 'start' | 'stop'>> {
  /**
   * Takes the lock like `start`, which continues without a lock where none is possible. @throws HostError
   * `no_instance_lock` in that case
   */
  hold(): Promise<void>;
}

/** Whether a server uses the data folder, according to its lock. */
export async function isInUse(dataDir: string): Promise<boolean> {
  const place = await openPlace(dataDir, 'server.sock').catch(() => null);
  if (!place) return false;
  try {
    return await answers(place.path);
  } finally {
    await place.close();
  }
}

/**
 * Allows one server per data folder, because two would not know each other's running uploads. It listens on a socket in
 * the folder: unlike a file with a process id, this is reliable after a crash and from another container.
 */
export function createInstanceLock(dataDir: string, logger: Logger): InstanceLock {
  const refuse = () => new HostError('data_folder_in_use', { folder: dataDir });
  return createLock({ folder: dataDir, name: 'server.sock', refuse }, logger);
}

/**
 * Allows one server per file of SQLite, which servers with different data folders can name: each would take the files of
 * the other for lost. It is next to the real file, because a link has other names. Null: the database is on PostgreSQL.
 */
export async function createDatabaseLock(
  { database }: Pick<Env, 'database'>,
  logger: Logger,
): Promise<InstanceLock | null> {
  if (database.engine !== 'sqlite') return null;
  const file = await realpath(database.file);
  const refuse = () => new HostError('database_in_use', { file });
  return createLock({ folder: dirname(file), name: `${basename(file)}.sock`, refuse }, logger);
}

interface LockPlace {
  folder: string;
  /** Of the socket. */
  name: string;
  /** Makes the error when a server has the lock. */
  refuse(): HostError;
}

function createLock({ folder, name, refuse }: LockPlace, logger: Logger): InstanceLock {
  let place: Place | undefined;
  let server: Server | undefined;

  async function acquire({ path }: Place): Promise<Server> {
    try {
      return await listen(path);
    } catch (error) {
      if (!isCode(error, 'EADDRINUSE')) throw new HostError('no_instance_lock', { folder }, { cause: error });
      if (await answers(path)) throw refuse();
      await unlink(path);
      return listen(path);
    }
  }

  async function hold(): Promise<void> {
    if (process.platform === 'win32') throw new HostError('no_instance_lock', { folder });
    const opened = await openPlace(folder, name);
    try {
      server = await acquire(opened);
      place = opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  return {
    name: 'instance lock',
    hold,
    async start() {
      await hold().catch((error: unknown) => {
        if (!isHostError(error, 'no_instance_lock')) throw error;
        logger.debug({ err: error }, 'the data folder could not be locked');
      });
    },
    async stop() {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
      await place?.close();
      [server, place] = [undefined, undefined];
    },
  };
}

/** The path of the socket, until it is closed. */
interface Place {
  path: string;
  close(): Promise<void>;
}

/** Bytes that all systems accept. Node silently truncates a longer path, and the socket would be created elsewhere. */
const maxPath = 100;

async function openPlace(directory: string, name: string): Promise<Place> {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= maxPath) return { path, close: async () => undefined };
  const folder = await open(directory, 'r');
  // Linux has a short name for an open folder; on other systems there is no lock.
  return { path: `/proc/self/fd/${folder.fd}/${name}`, close: () => folder.close() };
}

function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** A socket that nobody listens on was left by a crash. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
