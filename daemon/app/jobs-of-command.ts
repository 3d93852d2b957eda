import { AppError } from '#sdk/contract/errors.js';
import { isHostError } from '#sdk/contract/host.js';
import type { InstanceLock } from '../instance/lock.ts';

/** Milliseconds that a command waits for a job, which ends with the command. */
const timeout = 240_000;

/**
 * Jobs know only what happens in their own process: a command runs them only when no server does, and none may start
 * during the run.
 */
export function jobsOfCommand(lock: InstanceLock): { timeout: number; requireOwn(): Promise<void> } {
  let isOwn = false;
  return {
    timeout,
    async requireOwn() {
      if (isOwn) return;
      try {
        await lock.hold();
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
