import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lowestCost } from '../../../daemon/crypto/passwords.ts';
import { findFreePort } from '../../../daemon/testing/free-port.ts';

/** Relative to the root of the repository, like the probes. */
export const executable = 'bin/fileshare.js';

export const admin = { email: 'ann@example.org', username: 'ann', password: 'correct horse battery' };

export interface ProbedServer {
  readonly url: string;
  /** Sends the probe a message and returns its answer. */
  ask(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Calls `work` with a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-budgets-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Arguments of Node that put a probe into a program. */
export function preload(probe: string): string[] {
  return ['--import', `./bin/dev/budgets/probes/${probe}`];
}

/** Only what the program needs: the caller's own settings for Fileshare would change what it does. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C',
    FILESHARE_PROFILE_DIR: join(folder, 'config'),
    FILESHARE_STATE_DIR: join(folder, 'state'),
  };
}

/** Starts the built server with a probe and its own data, on a free port. */
export async function startServer(
  folder: string,
  probe: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<ProbedServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const data = join(folder, 'data');
  const args = [executable, 'serve', '--host', '127.0.0.1', '--port', String(port), '--data-dir', data];
  const child = spawn(process.execPath, [...preload(probe), ...args], {
    env: {
      ...environmentIn(folder),
      FILESHARE_ADMIN_EMAIL: admin.email,
      FILESHARE_ADMIN_USERNAME: admin.username,
      FILESHARE_ADMIN_PASSWORD: admin.password,
      FILESHARE_CONFIG_GENERAL_APP_URL: url,
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_PASSWORD_MEMORY_KIB: String(lowestCost.memoryKiB),
      FILESHARE_PASSWORD_PASSES: String(lowestCost.passes),
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  await waitUntilReady(child);
  return {
    url,
    async ask() {
      const answer = once(child, 'message');
      child.send('');
      return (await answer)[0] as unknown;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('fileshare is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}
