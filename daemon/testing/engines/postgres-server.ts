import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { findFreePort } from '../free-port.ts';

/** A private server with one folder, which ends with this process, however that ends. */
export interface PostgresServer {
  /** The URL of its first database, for the role that may create others. */
  url: string;
  /** Ends it as a crash does, with all connections, and starts it again at the same address. */
  crash(): Promise<void>;
  /** Stops it, with all of its connections, in the middle of whatever they do, for some milliseconds. */
  freeze(ms: number): Promise<void>;
  /** Stops it and deletes its folder. */
  stop(): Promise<void>;
}

const packages = '/usr/lib/postgresql';

/** Returns the folder of the newest programs that Debian's packages have installed; null: there are none. */
export function findPostgres(): string | null {
  try {
    const versions = readdirSync(packages).sort((a, b) => Number(a) - Number(b));
    const newest = versions.at(-1);
    return newest === undefined ? null : join(packages, newest, 'bin');
  } catch {
    return null;
  }
}

/** What is lost in a power cut does not matter in a test. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  fsync: 'off',
  full_page_writes: 'off',
  deadlock_timeout: '200ms',
};

/** `isDurable`: what was committed survives `crash`. */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const programs = findPostgres();
  if (programs === null) throw new Error(`no PostgreSQL in ${packages}: apt install postgresql`);
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-postgres-'));
  const user = findUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const password = newToken(tokenPrefixes.host);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (user) await chown(passwordFile, user.uid, user.gid);
  const options = ['--username=fileshare', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  execFileSync(
    join(programs, 'initdb'),
    [`--pgdata=${data}`, ...options, '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...user, stdio: 'pipe' },
  );
  const port = await findFreePort();
  const durability = { synchronous_commit: isDurable ? 'on' : 'off' };
  const flags = Object.entries({ ...settings, ...durability, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const launch = async () => {
    // The kernel ends it when this process ends, killed or not.
    const command = ['--pdeathsig', 'INT', join(programs, 'postgres'), '-D', data, ...flags];
    const started = spawn('setpriv', command, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    await waitUntilReady(started);
    return started;
  };
  let server = await launch();
  return {
    url: `postgres://fileshare:${password}@127.0.0.1:${port}/postgres`,
    async crash() {
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
      server = await launch();
    },
    async freeze(ms) {
      const frozen = server;
      const { pid = 0 } = frozen;
      frozen.kill('SIGSTOP');
      // They are not of its group, and none is added while it stands.
      const processes: number[] = [];
      try {
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
        processes.push(...children.filter((child) => child !== '').map(Number));
        for (const child of processes) signal(child, 'SIGSTOP');
        await setTimeout(ms);
      } finally {
        for (const child of processes) signal(child, 'SIGCONT');
        frozen.kill('SIGCONT');
      }
    },
    async stop() {
      const ended = once(server, 'exit');
      // Ends running sessions.
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** It may have ended since. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has.
  }
}

function waitUntilReady(server: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
  });
}

/** PostgreSQL refuses to run as root. */
function findUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const read = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
