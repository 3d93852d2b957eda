import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../../processes.ts';

export interface RunningMove {
  isRunning(): boolean;
  /** Everything on stderr until now. */
  said(): string;
  kill(): void;
  /** Its document; null when it was killed. Rejects when it fails. */
  result: Promise<unknown>;
}

/** Starts `fileshare admin …` with the variables of a server. */
export function startMove(server: ServerProcess, args: readonly string[]): RunningMove {
  const command = ['admin', ...args, '--data-dir', server.dataDir, '--json'];
  const child = spawn(process.execPath, [path.resolve('bin/fileshare.js'), ...command], {
    env: { PATH: process.env['PATH'], LANG: 'C', FILESHARE_MIN_FREE_BYTES: '0', ...server.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'close');
  const finish = async (): Promise<unknown> => {
    const stdout = await text(child.stdout);
    await ended;
    if (child.signalCode === 'SIGKILL') return null;
    if (child.exitCode !== 0) {
      throw new Error(`fileshare ${command.join(' ')} ended with ${child.exitCode}: ${said}${stdout}`);
    }
    return JSON.parse(stdout);
  };
  const move: RunningMove = {
    isRunning: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    kill: () => void child.kill('SIGKILL'),
    result: finish(),
  };
  // It is awaited later.
  move.result.catch(() => undefined);
  return move;
}

/** Kills a move as soon as it is in the middle. */
export async function killMove(move: RunningMove, isInTheMiddle: () => Promise<boolean>): Promise<void> {
  while (move.isRunning() && !(await isInTheMiddle())) await sleep(5);
  move.kill();
  if ((await move.result) !== null) throw new Error('the move ended before it could be killed');
}
