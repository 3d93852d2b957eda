import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type {
  AdminShare,
  Arriving,
  CoverFile,
  OwnerShare,
  Recipient,
  Share,
  ShareDetails,
} from '#sdk/contract/shares.js';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { DownloadRepo } from '../files/download-repo.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import { factsOf, listAbilities, type ShareRole } from './policy.ts';
import type { RecipientRepo } from './repos/recipient-repo.ts';
import { type OwnedShare, type RecipientRecord, type ShareRecord, stateAt } from './types.ts';

interface Deps {
  uow: UnitOfWork<{
    downloads: DownloadRepo;
    files: { countPending(keys: readonly ShareKey[]): Promise<ReadonlyMap<ShareKey, number>> };
    recipients: RecipientRepo;
    thumbnails: ThumbnailRepo;
    uploads: { sumUnfinished(keys: readonly ShareKey[]): Promise<ReadonlyMap<ShareKey, Arriving>> };
    users: { displayNameOf(id: UserId): Promise<string | null> };
  }>;
  config: ConfigReader;
  clock: Clock;
}

/** Presents shares to their visitors, and with the details that only their owner sees. Lists keep their order. */
export interface OwnerView {
  /** As those who may open it see it. */
  visible(share: ShareRecord): Promise<Share>;
  all(shares: readonly ShareRecord[], role: ShareRole): Promise<OwnerShare[]>;
  one(share: ShareRecord, role: ShareRole): Promise<OwnerShare>;
  /** Includes the recipients. */
  details(share: ShareRecord, role: ShareRole): Promise<ShareDetails>;
  /** Presents shares to the administrator `by`, who may own some of them. */
  withOwners(owned: readonly OwnedShare[], by: UserId | null): Promise<AdminShare[]>;
}

export function createOwnerView({ uow, config, clock }: Deps): OwnerView {
  const { downloads, files, recipients, thumbnails, uploads } = uow.read;

  /** Returns how many files of these shares are being checked for malware. */
  async function countScanning(shares: readonly ShareRecord[]): Promise<ReadonlyMap<ShareKey, number>> {
    return config.get('malware.enabled') ? readFor(shares, files.countPending) : new Map();
  }

  /** Reads what all these shares need at once, and nothing about files that they do not have. */
  async function presenterOf(shares: readonly ShareRecord[]) {
    const filled = shares.filter(({ fileCount }) => fileCount > 0);
    const receiving = shares.filter(({ reservedCount }) => reservedCount > 0);
    const [sums, covers, arriving, scanning] = await Promise.all([
      readFor(filled, downloads.sumByShare),
      readFor(filled, thumbnails.findCovers),
      readFor(receiving, uploads.sumUnfinished),
      countScanning(filled),
    ]);
    return (share: ShareRecord, role: ShareRole): OwnerShare => ({
      ...presentOwnerShare(share, {
        appUrl: config.get('general.appUrl'),
        now: clock.now(),
        role,
        fileDownloads: sums.get(share.key) ?? 0,
        cover: covers.get(share.key) ?? [],
        arriving: arriving.get(share.key) ?? null,
      }),
      ...presentScanning(scanning.get(share.key)),
    });
  }

  const displayNameOf = (id: UserId) =>
    uow.recall(`display name ${id}`, ({ users }) => users.displayNameOf(id));

  async function one(share: ShareRecord, role: ShareRole): Promise<OwnerShare> {
    const present = await presenterOf([share]);
    return present(share, role);
  }

  return {
    async visible(share) {
      const { ownerId, reverseShareId } = share;
      // A received share belongs to its recipient, not to its sender.
      const sender = reverseShareId === null && ownerId !== null && (await displayNameOf(ownerId));
      const scanning = (await countScanning([share])).get(share.key);
      return { ...presentShare(share), sender: sender || null, ...presentScanning(scanning) };
    },
    one,
    async all(shares, role) {
      const present = await presenterOf(shares);
      return shares.map((share) => present(share, role));
    },
    async details(share, role) {
      const listed = await recipients.list(share.key);
      return {
        ...(await one(share, role)),
        recipients: listed.map(presenterOfRecipients(share, clock.now())),
      };
    },
    async withOwners(owned, by) {
      const present = await presenterOf(owned.map(({ share }) => share));
      return owned.map(({ share, owner }) => {
        const role = by !== null && share.ownerId === by ? 'owner' : 'admin';
        return { ...present(share, role), owner };
      });
    },
  };
}

async function readFor<T>(
  shares: readonly ShareRecord[],
  read: (keys: readonly ShareKey[]) => Promise<ReadonlyMap<ShareKey, T>>,
): Promise<ReadonlyMap<ShareKey, T>> {
  return shares.length > 0 ? read(shares.map(({ key }) => key)) : new Map();
}

/** What visitors and the owner both see. */
function presentShare(share: ShareRecord): Omit<Share, 'sender'> {
  return {
    id: share.id,
    name: share.name,
    description: share.description,
    createdAt: isoTime(share.createdAt),
    expiresAt: isoTime(share.expiresAt),
    fileCount: share.fileCount,
    size: share.size,
    isAdding: share.addingAt !== null,
    hasDirectLinks: share.maxViews === null,
  };
}

function presentScanning(scanning: number | undefined): Pick<Share, 'scanning'> {
  return scanning ? { scanning } : {};
}

/** Presents a share to its owner. */
function presentOwnerShare(
  share: ShareRecord,
  {
    appUrl,
    now,
    role,
    fileDownloads,
    cover,
    arriving,
  }: {
    appUrl: string;
    now: number;
    role: ShareRole;
    fileDownloads: number;
    cover: CoverFile[];
    arriving: Arriving | null;
  },
): OwnerShare {
  return {
    ...presentShare(share),
    state: stateAt(share, now),
    isQuarantined: share.quarantinedAt !== null,
    hasPassword: share.passwordHash !== null,
    maxViews: share.maxViews,
    visitors: share.views,
    downloads: share.archiveDownloads + fileDownloads,
    lastAccessAt: isoTime(share.lastAccessAt),
    completedAt: isoTime(share.completedAt),
    reverseShareId: share.reverseShareId,
    cover,
    arriving,
    url: `${appUrl.replace(/\/$/, '')}/s/${share.id}`,
    can: listAbilities(role, factsOf(share, now)),
  };
}

/** Presents a share to an actor with only the upload token: only the owner sees how often it was opened. */
export function withoutCounters(share: OwnerShare): OwnerShare {
  return { ...share, visitors: 0, downloads: 0, lastAccessAt: null };
}

/** Presents a received share to its sender, who does not see what its owner does with it. */
export function withoutOwnersMatters(share: OwnerShare): OwnerShare {
  return {
    ...withoutCounters(share),
    name: null,
    description: null,
    hasPassword: false,
    maxViews: null,
    hasDirectLinks: true,
    isAdding: false,
    cover: [],
    arriving: null,
  };
}

/** Mails that the expiry kept back wait for another one, which nothing promises: until then they have failed. */
function presenterOfRecipients(share: ShareRecord, now: number) {
  const isOver = stateAt(share, now) === 'expired';
  return ({ email, state, changedAt, problem }: RecipientRecord): Recipient => ({
    email,
    state: isOver && state === 'waiting' ? 'failed' : state,
    changedAt: isoTime(changedAt),
    problem,
  });
}
