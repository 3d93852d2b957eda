import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePort } from '../../../daemon/testing/free-port.ts';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;
/** Whether each of them leads a group, which ends with it. */
const running = new Map<ChildProcess, boolean>();

export interface Finished {
  stdout: string;
  seconds: number;
}

/** Runs a program to its end; its output is the error when it fails. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions & { input?: string } = {},
): Promise<Finished> {
  const started = process.hrtime.bigint();
  const { input, ...rest } = options;
  const child = track(spawn(command, args, { ...rest, stdio: 'pipe' }), rest.detached);
  if (!child.stdin || !child.stdout || !child.stderr) throw new Error('no pipes');
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const seconds = secondsSince(started);
  if (child.exitCode !== 0) {
    throw new Error(
      `${command} ${args.join(' ')}: ${child.exitCode ?? child.signalCode}\n${stdout}\n${stderr}`,
    );
  }
  return { stdout, seconds };
}

export interface Service {
  pid: number;
  url: string;
  /** Seconds from the start of the process to its first answer. */
  startSeconds: number;
  stop(): Promise<void>;
}

/** Starts a server on a given port, and waits until it accepts connections. */
export async function startService(
  command: string,
  makeArgs: (port: number) => readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Service> {
  const port = await findFreePort();
  const started = process.hrtime.bigint();
  const child = track(spawn(command, makeArgs(port), { ...options, stdio: ['ignore', 'ignore', 'pipe'] }));
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said = `${said}${chunk}`.slice(-10_000);
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitForAnswer(url, child);
  } catch (error) {
    await stopProcess(child);
    throw new Error(`${command} did not start: ${said}`, { cause: error });
  }
  const startSeconds = secondsSince(started);
  return { pid: child.pid ?? 0, url, startSeconds, stop: () => stopProcess(child) };
}

/** Makes a process end when the bench is interrupted. */
export function track(child: ChildProcess, leadsGroup = false): ChildProcess {
  running.set(child, leadsGroup);
  child.once('close', () => running.delete(child));
  return child;
}

/** Ends all running processes at once: for an interrupted bench. */
export function endAll(): void {
  // Not SIGKILL: nginx would leave its workers behind.
  for (const [child, leadsGroup] of running) {
    if (leadsGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    else child.kill('SIGTERM');
  }
}

export function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function secondsSince(started: bigint): number {
  return Number(process.hrtime.bigint() - started) / 1e9;
}

async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      await (await fetch(url, { redirect: 'manual' })).arrayBuffer();
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await closed;
  clearTimeout(timer);
}
