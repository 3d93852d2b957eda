import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../daemon/testing/free-port.ts';

export const executable = fileURLToPath(new URL('../../bin/fileshare.js', import.meta.url));

export const admin = { email: 'ann@example.org', username: 'ann', password: 'correct horse battery' };

export interface TestServer {
  readonly url: string;
  /** Ends it without a word, as a power cut would. */
  kill(): Promise<void>;
  /** Starts again on the same port and data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A real `fileshare serve` with an administrator, on a free port. */
export async function startServer(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<TestServer> {
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
    ...settings,
  };
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), '--data-dir', dataDir];
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, [executable, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    await waitUntilReady(child);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  await start();
  return { url, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('fileshare is ready')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}
