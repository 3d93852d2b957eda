import type { AdminShare, OwnerShare, ShareDetails } from '#sdk/contract/shares.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { DownloadRepo } from '../files/download-repo.ts';
import { presentOwnerShare, presentRecipient } from './present.ts';
import type { RecipientRepo } from './recipient-repo.ts';
import type { OwnedShare, ShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ downloads: DownloadRepo; recipients: RecipientRepo }>;
  config: ConfigReader;
  clock: Clock;
}

/** Shares with what only their owner sees, in the order given. */
export interface OwnerView {
  all(shares: readonly ShareRecord[]): Promise<OwnerShare[]>;
  one(share: ShareRecord): Promise<OwnerShare>;
  /** With who gets the link by mail. */
  details(share: ShareRecord): Promise<ShareDetails>;
  /** As administrators see them. */
  withOwners(owned: readonly OwnedShare[]): Promise<AdminShare[]>;
}

export function createOwnerView({ uow, config, clock }: Deps): OwnerView {
  const { downloads, recipients } = uow.read;

  function present(share: ShareRecord, sums: ReadonlyMap<string, number>): OwnerShare {
    const appUrl = config.get('general.appUrl');
    return presentOwnerShare(share, { appUrl, now: clock.now(), fileDownloads: sums.get(share.key) ?? 0 });
  }

  const one = async (share: ShareRecord) => present(share, await downloads.sumByShare([share.key]));

  return {
    one,
    async all(shares) {
      const sums = await downloads.sumByShare(shares.map(({ key }) => key));
      return shares.map((share) => present(share, sums));
    },
    async details(share) {
      const listed = await recipients.list(share.key);
      return { ...(await one(share)), recipients: listed.map(presentRecipient) };
    },
    async withOwners(owned) {
      const sums = await downloads.sumByShare(owned.map(({ share }) => share.key));
      return owned.map(({ share, owner }) => ({ ...present(share, sums), owner }));
    },
  };
}
