import { AppError } from '#sdk/contract/errors.js';
import { byHost } from '../../features/audit/log.ts';
import type { SourceSetting } from '../model.ts';
import type { Planning } from './plan.ts';

/** Ends a transaction without its changes. */
class Rehearsed extends Error {}

/**
 * Returns the settings that are accepted here when they are set in this order. Each can depend on those before it, so
 * they are set in a transaction that is rolled back. A logo was checked when it was read.
 */
export async function findAccepted(
  { uow, config }: Pick<Planning['core'], 'uow' | 'config'>,
  settings: readonly SourceSetting[],
): Promise<ReadonlySet<SourceSetting>> {
  const accepted = new Set<SourceSetting>();
  const rehearse = uow.transaction(async (repos) => {
    // It can run again.
    accepted.clear();
    for (const setting of settings) {
      const { key, value, logo } = setting;
      const isAccepted =
        logo !== undefined ||
        (await config.updateWithin(repos, [{ key, value }], byHost).then(() => true, refuse));
      if (isAccepted) accepted.add(setting);
    }
    throw new Rehearsed();
  });
  await rehearse.catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error;
  });
  return accepted;
}

function refuse(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
