import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where commands with Docker run. Everything that they make has a name of its own, and is removed at the end. */
export interface Sandbox {
  /** The name of containers, images, volumes and networks, or the beginning of it. */
  name: string;
  folder: string;
  /**
   * Runs a line of a shell, or a program with its arguments.
   *
   * @returns what it said on stdout and stderr
   * @throws Error with that, if it fails
   */
  run(command: string | readonly string[], options?: RunOptions): Promise<string>;
  remove(): Promise<void>;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** It has a terminal. */
  isInteractive?: boolean;
  /** After these, it is ended. */
  minutes?: number;
  /** Presses Ctrl+C. */
  interrupt?: AbortSignal;
}

export async function createSandbox(): Promise<Sandbox> {
  const name = `fileshare-test-${randomBytes(4).toString('hex')}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'fileshare-containers-'));
  const run: Sandbox['run'] = (command, options = {}) =>
    runIn(folder, command, { ...options, env: { COMPOSE_PROJECT_NAME: name, ...options.env } });
  // Docker 20.10 builds without BuildKit unless it is told: see the guide.
  const version = Number.parseInt(await run(['docker', 'version', '--format', '{{.Server.Version}}']), 10);
  const env = version < 23 ? { DOCKER_BUILDKIT: '1' } : {};
  return {
    name,
    folder,
    run: (command, options = {}) => run(command, { ...options, env: { ...env, ...options.env } }),
    async remove() {
      await run(`docker ps --all --quiet --filter name=${name} | xargs --no-run-if-empty docker rm --force --volumes
docker network ls --quiet --filter name=${name} | xargs --no-run-if-empty docker network rm
docker volume ls --quiet --filter name=${name} | xargs --no-run-if-empty docker volume rm --force
docker images --format '{{.Repository}}' '${name}*' | xargs --no-run-if-empty docker rmi`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error when it has not become true in this time */
export async function waitUntil(isTrue: () => Promise<boolean>, { minutes = 1 } = {}): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`not true after ${minutes} min: ${String(isTrue)}`);
    await delay(500);
  }
}

/** Whether a server accepts files. */
export async function isReady(url: string): Promise<boolean> {
  try {
    // The proxy of Docker accepts connections before the server does.
    const signal = AbortSignal.timeout(5000);
    return (await fetch(`${url}/api/health/ready`, { signal })).ok;
  } catch {
    return false;
  }
}

async function runIn(
  folder: string,
  command: string | readonly string[],
  { cwd = folder, env, isInteractive = false, minutes = 5, interrupt }: RunOptions,
): Promise<string> {
  const words = typeof command === 'string' ? ['bash', '-c', `set -eo pipefail\n${command}`] : command;
  const [program = '', ...args] = isInteractive ? ['script', '-qefc', String(command), '/dev/null'] : words;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  if (!isInteractive) child.stdin.end();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  }
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, name);
  };
  const limit = setTimeout(() => signal('SIGKILL'), minutes * 60_000);
  interrupt?.addEventListener('abort', () => signal('SIGINT'));
  await once(child, 'close');
  clearTimeout(limit);
  // Ctrl+C ends a program with 130, unless it has a code of its own for that.
  const isEnded = child.exitCode === 0 || (interrupt?.aborted && child.exitCode === 130);
  if (!isEnded) throw new Error(`${String(command)}\n${said}`);
  return said;
}
