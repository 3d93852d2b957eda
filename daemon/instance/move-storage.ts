import { type MoveStorageOptions, type StorageMoveReport } from '#sdk/contract/host/moves.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { reasonOf } from '../reason-of.ts';
import { measure, moveStores, openBothStores } from '../storage/stores.ts';
import { createInstanceLock } from './lock.ts';
import { isServed } from './servers.ts';

type Options = Pick<MoveStorageOptions, 'to' | 'dryRun' | 'signal' | 'onProgress'>;

/** Records where the server stores new files: only then it also finds what is moved there while it runs. */
export function saveServerStorage({ uow, env }: Pick<Core, 'uow' | 'env'>): Promise<void> {
  return uow.transaction(({ instance }) => instance.saveText('server_storage', env.storage.kind));
}

/**
 * Moves all stored bytes to where the environment stores new ones. A running server must do so already; while none
 * runs, none can start.
 *
 * @throws HostError `storage_differs`, `server_storage_differs`, `storage_move_failed`, `no_instance_lock`, those of
 *   `findProblem`
 */
export async function moveStorage(core: Core, options: Options): Promise<StorageMoveReport> {
  const { env, uow, logger } = core;
  const { to: storage, dryRun } = options;
  if (env.storage.kind !== storage) throw new HostError('storage_differs', { storage });
  if (dryRun) return move(core, options);
  if (await isServed(core)) {
    const used = await uow.read.instance.readText('server_storage');
    if (used !== storage) throw new HostError('server_storage_differs', { storage });
    return move(core, options);
  }
  const lock = createInstanceLock(env.dataDir, logger);
  await lock.hold();
  try {
    return await move(core, options);
  } finally {
    await lock.stop();
  }
}

async function move(
  { env, ...deps }: Pick<Core, 'env' | 'uow' | 'clock' | 'logger'>,
  { dryRun, signal, onProgress }: Options,
): Promise<StorageMoveReport> {
  const { target, source } = await openBothStores(env, deps);
  try {
    const problem =
      (await target.findProblem({ onlyReads: dryRun })) ?? (await source?.findProblem({ onlyReads: dryRun }));
    if (problem) throw new HostError(problem.code, problem.params);
    const nothing = { moved: { blobs: 0, bytes: 0 }, unreadable: [] };
    if (!source) return { ...nothing, left: { blobs: 0, bytes: 0, requests: 0, unfinished: 0 } };
    if (dryRun) return { ...nothing, left: await measure(source) };
    return await moveStores({ source, target, signal, ...(onProgress && { onProgress }) });
  } catch (error) {
    if (error instanceof HostError || signal.aborted) throw error;
    const reason = reasonOf(error);
    throw new HostError('storage_move_failed', { reason }, { cause: error });
  } finally {
    await Promise.all([target.close(), source?.close()]);
  }
}
