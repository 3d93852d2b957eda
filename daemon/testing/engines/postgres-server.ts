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
  /** Starts another one that has everything that this one commits, before it says so. */
  startStandby(): Promise<PostgresStandby>;
  /** Ends it for good, as a crash does. */
  kill(): Promise<void>;
  /** Stops it and deletes its folder. */
  stop(): Promise<void>;
}

export interface PostgresStandby {
  port: number;
  /** Takes over from the server that it followed. */
  promote(): void;
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
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-postgres-'));
  const { user, run, launchIn } = programsFor(folder);
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const password = newToken(tokenPrefixes.host);
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (user) await chown(passwordFile, user.uid, user.gid);
  const options = ['--username=fileshare', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  run('initdb', [`--pgdata=${data}`, ...options, '--encoding=UTF8', '--locale=C', '--no-sync']);
  const flags = { synchronous_commit: isDurable ? 'on' : 'off' };
  const port = await findFreePort();
  const launch = () => launchIn(data, { ...flags, port });
  const urlAt = (port: number) => `postgres://fileshare:${password}@127.0.0.1:${port}/postgres`;
  let server = await launch();
  return {
    url: urlAt(port),
    async crash() {
      await end(server, 'SIGQUIT');
      server = await launch();
    },
    freeze: (ms) => freeze(server, ms),
    async startStandby() {
      const copy = join(folder, 'standby');
      run('pg_basebackup', ['--dbname', urlAt(port), '--pgdata', copy, '--write-recovery-conf', '--no-sync']);
      const standbyPort = await findFreePort();
      const standby = await launchIn(copy, { ...flags, port: standbyPort });
      run('psql', ['--command', "alter system set synchronous_standby_names = '*'", urlAt(port)]);
      run('psql', ['--command', 'select pg_reload_conf()', urlAt(port)]);
      return {
        port: standbyPort,
        promote: () => run('psql', ['--command', 'select pg_promote()', urlAt(standbyPort)]),
        stop: () => end(standby, 'SIGINT'),
      };
    },
    kill: () => end(server, 'SIGQUIT'),
    async stop() {
      // Ends running sessions.
      await end(server, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Server = ChildProcessByStdio<null, null, Readable>;

/** The programs of PostgreSQL, as the owner of a folder. */
function programsFor(cwd: string) {
  const programs = findPostgres();
  if (programs === null) throw new Error(`no PostgreSQL in ${packages}: apt install postgresql`);
  const user = findUser();
  return {
    user,
    run(name: string, args: readonly string[]): void {
      execFileSync(join(programs, name), args, { ...user, cwd, stdio: 'pipe' });
    },
    async launchIn(data: string, flags: Readonly<Record<string, string | number>>): Promise<Server> {
      const words = Object.entries({ ...settings, ...flags }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]);
      // The kernel ends it when this process ends, killed or not.
      const command = ['--pdeathsig', 'INT', join(programs, 'postgres'), '-D', data, ...words];
      const started = spawn('setpriv', command, { ...user, cwd, stdio: ['ignore', 'ignore', 'pipe'] });
      await waitUntilReady(started);
      return started;
    },
  };
}

async function end(server: Server, name: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(name);
  await ended;
}

async function freeze(server: Server, ms: number): Promise<void> {
  const { pid = 0 } = server;
  server.kill('SIGSTOP');
  // They are not of its group, and none is added while it stands.
  const processes: number[] = [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    processes.push(...children.filter((child) => child !== '').map(Number));
    for (const child of processes) signal(child, 'SIGSTOP');
    await setTimeout(ms);
  } finally {
    for (const child of processes) signal(child, 'SIGCONT');
    server.kill('SIGCONT');
  }
}

/** It may have ended since. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has.
  }
}

function waitUntilReady(server: Server): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
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
