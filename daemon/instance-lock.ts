import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Component } from './lifecycle.ts';
import type { Logger } from './logger.ts';

/** Another server works with the same data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`another server uses ${dataDir}`);
    this.dataDir = dataDir;
  }
}

/** A server of another version works with the database. */
export class OlderServerError extends Error {
  override readonly name = 'OlderServerError';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`a server of an older version uses ${dataDir}`);
    this.dataDir = dataDir;
  }
}

export type InstanceLock = Required<Pick<Component, 'name' | 'start' | 'stop'>>;

/** Whether a server uses the data folder, as far as its lock tells. */
export function isInUse(dataDir: string): Promise<boolean> {
  return answers(socketOf(dataDir));
}

/**
 * One server for a data folder: two would not know of each other's running uploads. It listens on a socket in the
 * folder; unlike a file with a number in it, that says nothing wrong after a crash, nor from another container.
 */
export function createInstanceLock(dataDir: string, logger: Logger): InstanceLock {
  const path = socketOf(dataDir);
  let server: Server | undefined;

  async function acquire(): Promise<void> {
    try {
      server = await listen(path);
    } catch (error) {
      if (!isCode(error, 'EADDRINUSE')) {
        // A path that is too long, or a file system that knows no sockets.
        logger.debug({ err: error }, 'no lock on the data folder');
        return;
      }
      if (await answers(path)) throw new DataFolderInUseError(dataDir);
      await unlink(path);
      server = await listen(path);
    }
  }

  return {
    name: 'instance lock',
    start: process.platform === 'win32' ? async () => undefined : acquire,
    stop: async () => {
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
    },
  };
}

function socketOf(dataDir: string): string {
  return join(dataDir, 'server.sock');
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
