import type { AdminShare, OwnerShare } from '#sdk/contract/shares.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { DownloadRepo } from '../files/download-repo.ts';
import { presentOwnerShare } from './present.ts';
import type { OwnedShare, ShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ downloads: DownloadRepo }>;
  config: ConfigReader;
  clock: Clock;
}

/** Shares with what only their owner sees, in the order given. */
export interface OwnerView {
  all(shares: readonly ShareRecord[]): Promise<OwnerShare[]>;
  one(share: ShareRecord): Promise<OwnerShare>;
  /** As administrators see them. */
  withOwners(owned: readonly OwnedShare[]): Promise<AdminShare[]>;
}

export function createOwnerView({ uow, config, clock }: Deps): OwnerView {
  const { downloads } = uow.read;

  function present(share: ShareRecord, sums: ReadonlyMap<string, number>): OwnerShare {
    const appUrl = config.get('general.appUrl');
    return presentOwnerShare(share, { appUrl, now: clock.now(), fileDownloads: sums.get(share.key) ?? 0 });
  }

  return {
    async all(shares) {
      const sums = await downloads.sumByShare(shares.map(({ key }) => key));
      return shares.map((share) => present(share, sums));
    },
    one: async (share) => present(share, await downloads.sumByShare([share.key])),
    async withOwners(owned) {
      const sums = await downloads.sumByShare(owned.map(({ share }) => share.key));
      return owned.map(({ share, owner }) => ({ ...present(share, sums), owner }));
    },
  };
}
