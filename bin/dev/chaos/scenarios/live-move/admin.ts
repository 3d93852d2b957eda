import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningCommand, type ServerProcess, startProgram } from '../../processes.ts';

/** Starts `fileshare admin …` with the variables of a server. */
export function startMove(server: ServerProcess, args: readonly string[]): RunningCommand {
  const command = ['admin', ...args, '--data-dir', server.dataDir, '--json'];
  return startProgram(command, { FILESHARE_MIN_FREE_BYTES: '0', ...server.env });
}

/** Resolves with the document of a move that succeeds. */
export async function reportOf(move: RunningCommand): Promise<unknown> {
  const { exitCode, stdout, stderr } = await move.result;
  if (exitCode !== 0) throw new Error(`a move ended with ${exitCode}: ${stderr}${stdout}`);
  return JSON.parse(stdout);
}

/** Kills a move as soon as it is in the middle. */
export async function killMove(move: RunningCommand, isInTheMiddle: () => Promise<boolean>): Promise<void> {
  while (move.isRunning() && !(await isInTheMiddle())) await sleep(5);
  move.kill();
  const { exitCode, stderr } = await move.result;
  if (exitCode !== null)
    throw new Error(`the move ended with ${exitCode} before it could be killed: ${stderr}`);
}
