import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '#sdk/contract/errors.js';
import { createClient, type NodeClient } from '#sdk/index.js';
import { findFreePort } from '../../../daemon/testing/free-port.ts';

const executable = path.resolve('bin/fileshare.js');
const admin = { email: 'ann@example.org', username: 'ann', password: 'correct horse battery' };

interface StartOptions {
  /** `FILESHARE_FAULT`: where the process kills itself, or the disk fails. */
  fault?: string;
  env?: NodeJS.ProcessEnv;
}

/** The built server with its own data folder, on a port that stays the same across restarts. */
export class ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  /** The errors it has logged, across all restarts. */
  readonly errors: string[] = [];
  /** Additional environment variables. */
  readonly env: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;
  #isEnding = false;
  /** Set when it ended unexpectedly. */
  #crash: string | null = null;

  private constructor(port: number, dataDir: string, env: NodeJS.ProcessEnv) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.dataDir = dataDir;
    this.env = env;
  }

  static async create(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    return new ServerProcess(await findFreePort(), dataDir, env);
  }

  /** Resolves when it is ready, or when the fault has ended it before. */
  async start({ fault, env }: StartOptions = {}): Promise<void> {
    const conditions = fault === undefined ? [] : ['--conditions=fileshare-faults'];
    const args = ['serve', '--host', '127.0.0.1', '--port', String(this.port), '--data-dir', this.dataDir];
    const child = spawn(process.execPath, [...conditions, executable, ...args], {
      env: {
        PATH: process.env['PATH'],
        FILESHARE_ADMIN_EMAIL: admin.email,
        FILESHARE_ADMIN_USERNAME: admin.username,
        FILESHARE_ADMIN_PASSWORD: admin.password,
        FILESHARE_CONFIG_GENERAL_APP_URL: this.url,
        FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
        FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
        FILESHARE_LOG_LEVEL: 'error',
        FILESHARE_MIN_FREE_BYTES: '0',
        ...(fault !== undefined && { FILESHARE_FAULT: fault }),
        ...this.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#isEnding = false;
    let said = '';
    child.once('exit', (code, signal) => {
      const isExpected = this.#isEnding || (fault !== undefined && signal === 'SIGKILL');
      if (!isExpected) this.#crash = `the server ended by itself (${signal ?? code}): ${said.slice(-2000)}`;
    });
    child.stdout?.on('data', (chunk: Buffer) => this.errors.push(chunk.toString()));
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('fileshare is ready')) resolve();
      });
      child.once('exit', () => resolve());
    });
    this.assertAlive();
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  assertAlive(): void {
    if (this.#crash) throw new Error(this.#crash);
  }

  /** Ends it like a power cut of the machine, except that the operating system keeps the bytes it has accepted. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Stops it in the middle of whatever it does, like a machine that is suspended, until `thaw`. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Resolves when it has ended, for whatever reason. */
  async ended(): Promise<void> {
    if (this.isRunning && this.#child) await once(this.#child, 'exit');
  }

  /** Creates a client that is signed in; `url` can lead through a proxy. */
  async connect(url: string = this.url): Promise<NodeClient> {
    const client = createClient({ baseUrl: url });
    await client.session.signIn({ identifier: admin.username, password: admin.password });
    return client;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isEnding = true;
    this.#child?.kill(signal);
    await this.ended();
    this.assertAlive();
  }
}

export interface CommandResult {
  /** Null when a signal ended it. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  isRunning(): boolean;
  /** Everything on stderr until now. */
  said(): string;
  kill(): void;
  /** Resolves when it has reported that bytes are moving, or when it ends. */
  moving: Promise<void>;
  result: Promise<CommandResult>;
}

/** Starts the built command line; it is meant for `--progress=json` and `--json`. */
export function startCommand(args: readonly string[], home: string, url: string): RunningCommand {
  return startProgram(args, {
    HOME: home,
    FILESHARE_PROFILE_DIR: path.join(home, 'config'),
    FILESHARE_STATE_DIR: path.join(home, 'state'),
    FILESHARE_URL: url,
  });
}

/** Starts the built program with these variables only. */
export function startProgram(args: readonly string[], env: NodeJS.ProcessEnv): RunningCommand {
  const child = spawn(process.execPath, [executable, ...args], {
    env: { PATH: process.env['PATH'], LANG: 'C', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  const ended = once(child, 'close');
  const moving = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      if (/"done":[1-9]/.test(stderr)) resolve();
    });
    child.once('close', () => resolve());
  });
  const finish = async () => {
    const stdout = await text(child.stdout);
    await ended;
    return { exitCode: child.exitCode, stdout, stderr };
  };
  return {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    said: () => stderr,
    kill: () => void child.kill('SIGKILL'),
    moving,
    result: finish(),
  };
}

/** Exit codes after which the same command, typed again, goes on. */
export const passingExits: ReadonlySet<number | null> = new Set([exitCodes.partial, exitCodes.unavailable]);

/** Runs the built command line to its end, again and again while the server is not available. */
export async function runCommand(
  args: readonly string[],
  { home, url, patience }: { home: string; url: string; patience: number },
): Promise<CommandResult> {
  for (let tries = 1; ; tries += 1) {
    const result = await startCommand(args, home, url).result;
    if (result.exitCode === 0) return result;
    if (tries === patience || !passingExits.has(result.exitCode)) {
      const said = result.stderr.slice(-500);
      throw new Error(`fileshare ${args.join(' ')} ended with ${result.exitCode}, try ${tries}: ${said}`);
    }
    await sleep(1000);
  }
}
