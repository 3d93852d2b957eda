import { HostError, isHostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import { readIndex } from './manifest.ts';
import { identifyTarget, openTarget } from './target/open.ts';
import type { BackupTarget } from './target/target.ts';

type Deps = Pick<Core, 'env' | 'logger' | 'uow'>;

interface Options {
  isScheduled: boolean;
  /** Whether the target may be empty although it had snapshots before. */
  startOver: boolean;
}

/**
 * Opens a target for a new snapshot. One that has got a snapshot of this instance must still have one: where a disk is
 * not mounted, there is an empty folder or none, and the snapshot would be written to the disk below it. For the same
 * reason, a schedule does not create folders.
 *
 * @throws HostError `backup_target_emptied`, and what `openTarget` throws
 */
export async function openForCreate(
  text: string,
  deps: Deps,
  { isScheduled, startOver }: Options,
): Promise<BackupTarget> {
  const { address, isFolder } = identifyTarget(text);
  const isKnown = !startOver && (await deps.uow.read.backups.hasCreatedIn(address));
  if (!isKnown) return openTarget(text, deps, { mustExist: isScheduled && isFolder });
  const refusal = new HostError('backup_target_emptied', { target: address });
  const target = await openTarget(text, deps, { mustExist: true }).catch((error: unknown) => {
    throw isHostError(error, 'backup_target_not_found') ? refusal : error;
  });
  try {
    if ((await readIndex(target)).ids.length === 0) throw refusal;
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}
