import { AppError } from '#sdk/contract/errors.js';
import { isHostError } from '#sdk/contract/host.js';
import type { InstanceLock } from '../instance/lock.ts';
import { findOtherServer } from '../instance/servers.ts';
import type { Core } from './core.ts';

/** Milliseconds that a command waits for a job, which ends with the command. */
const timeout = 240_000;

/**
 * Jobs know only what happens in their own process: a command runs them only when no server does, and none may start
 * during the run.
 */
export function jobsOfCommand(
  core: Pick<Core, 'env' | 'uow'>,
  lock: InstanceLock,
): { timeout: number; requireOwn(): Promise<void> } {
  let isOwn = false;

  async function hold(): Promise<void> {
    await lock.hold();
    if ((await findOtherServer(core)) === null) return;
    await lock.stop();
    throw new AppError('server_running');
  }
  return {
    timeout,
    async requireOwn() {
      if (isOwn) return;
      try {
        await hold();
        isOwn = true;
      } catch (error) {
        if (isHostError(error, 'no_instance_lock'))
          throw new AppError('folder_lock_missing', undefined, { cause: error });
        if (!isHostError(error, 'data_folder_in_use')) throw error;
        throw new AppError('server_running', undefined, { cause: error });
      }
    },
  };
}
