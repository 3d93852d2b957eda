import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { FileRepo } from '../../features/files/repo.ts';
import type { ShareRecord } from '../../features/shares/types.ts';
import type { SourceFile, SourceShare } from '../model.ts';
import { planFiles } from './files.ts';
import type { PlannedAddition, Planning } from './plan.ts';

/** The old id of a file in a share: some programs have one file in several shares. */
export const oldIdIn = (share: SourceShare, file: SourceFile) => JSON.stringify([share.oldId, file.oldId]);

/** Whether the files of an imported share still belong in it: its owner may have removed it. */
export const takesFiles = ({ state, removedAt, purgedAt }: ShareRecord) =>
  (state === 'active' || state === 'expired') && removedAt === null && purgedAt === null;

/** Returns the paths that are taken in a share. */
export async function pathsOf(files: Pick<FileRepo, 'listBatches'>, key: ShareKey): Promise<Set<string>> {
  const paths = new Set<string>();
  for await (const batch of files.listBatches(key)) for (const { path } of batch) paths.add(path);
  return paths;
}

/**
 * Decides which files still come into shares that are here: those that no run has noted, because their bytes were
 * missing or they were added there since. A noted file that is not here was removed by its owner, and stays away.
 */
export async function createAdditionPlanner(planning: Planning) {
  const { core, source, count } = planning;
  const { imports, shares, files } = core.uow.read;
  const noted = await imports.list(source.id, 'file');
  const isNoted = (share: SourceShare, file: SourceFile) => noted.has(oldIdIn(share, file));
  const ofShares = source.shares.filter(({ audience }) => audience !== 'library');
  const inShares = new Set(
    ofShares.flatMap((share) => share.files.filter((file) => isNoted(share, file)).map(({ oldId }) => oldId)),
  );

  /** A file whose share has expired there since is in none, but came with its share. */
  const isHere = (share: SourceShare, file: SourceFile) =>
    isNoted(share, file) || (share.audience === 'library' && inShares.has(file.oldId));

  /** Returns the share with its outstanding files only, under the link that it has here; null: there are none. */
  async function findOutstanding(share: SourceShare, key: ShareKey): Promise<SourceShare | null> {
    // Without any note, nothing tells what the owner has removed.
    if (!share.files.some((file) => isNoted(share, file))) return null;
    const outstanding = share.files.filter((file) => !isHere(share, file));
    if (outstanding.length === 0) return null;
    const here = await shares.findByKey(key);
    return here && takesFiles(here) ? { ...share, id: here.id, files: outstanding } : null;
  }

  return {
    async plan(share: SourceShare, key: ShareKey): Promise<PlannedAddition | null> {
      const from = await findOutstanding(share, key);
      const outstanding = from?.files.length ?? 0;
      count('files', 'present', share.files.length - outstanding);
      if (!from) return null;
      const planned = await planFiles(planning, from, await pathsOf(files, key));
      count('files', 'imported', planned.length);
      count('files', 'left', outstanding - planned.length);
      return planned.length === 0 ? null : { from, key, files: planned };
    },
  };
}
