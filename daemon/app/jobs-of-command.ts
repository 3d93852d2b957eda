import { AppError } from '#sdk/contract/errors.js';
import { isHostError } from '#sdk/contract/host.js';
import type { InstanceLock } from '../instance/lock.ts';

/** Milliseconds that a command of this machine waits for a job, which ends with it. */
const timeout = 240_000;

/** Jobs know what goes on in their own process only: a command runs them where no server does, and none may start then. */
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
