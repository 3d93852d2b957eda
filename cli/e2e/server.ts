import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../daemon/testing/free-port.ts';

export const executable = fileURLToPath(new URL('../../bin/fileshare.js', import.meta.url));

export const admin = { email: 'ann@example.org', username: 'ann', password: 'correct horse battery' };

export interface TestServer {
  readonly url: string;
  /** Starts again on the same port and data. */
  start(): Promise<void>;
  /** Ends it without a word, as a power cut would. */
  kill(): Promise<void>;
  /** Sends a signal, SIGTERM by default, and resolves with the exit code when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Open files that the server writes to. They are closed in this process. */
export interface ServerOutput {
  stdout: number;
  stderr: number;
}

/**
 * A real `fileshare serve` with an administrator, on a free port.
 *
 * @param output pipes by default; what they received is in the error of a server that does not start
 */
export async function startServer(
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
  output?: ServerOutput,
): Promise<TestServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    FILESHARE_ADMIN_EMAIL: admin.email,
    FILESHARE_ADMIN_USERNAME: admin.username,
    FILESHARE_ADMIN_PASSWORD: admin.password,
    FILESHARE_CONFIG_GENERAL_APP_URL: url,
    FILESHARE_LOG_LEVEL: 'warn',
    FILESHARE_MIN_FREE_BYTES: '0',
    // The lowest cost that is allowed.
    FILESHARE_PASSWORD_MEMORY_KIB: '19456',
    FILESHARE_PASSWORD_PASSES: '2',
    ...settings,
  };
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), '--data-dir', dataDir];
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [executable, ...args], {
      env,
      stdio: ['ignore', output?.stdout ?? 'pipe', output?.stderr ?? 'pipe'],
    });
    await waitUntilReady(child, url);
  };
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    return child.exitCode;
  };
  await start().finally(() => {
    if (output) for (const file of new Set([output.stdout, output.stderr])) closeSync(file);
  });
  return { url, start, kill: async () => void (await stop('SIGKILL')), stop };
}

/** @throws Error with what the server wrote, when it ends before it is ready */
async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${said}`);
    await delay(20);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health/ready`)).ok;
  } catch {
    return false;
  }
}
