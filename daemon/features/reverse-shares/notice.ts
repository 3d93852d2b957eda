import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareRecord } from '../shares/types.ts';
import type { ReverseShareRepo } from './repo.ts';

interface Deps {
  config: ConfigReader;
  clock: Clock;
  outbox: Pick<Outbox, 'add'>;
  /** Composes the mail with the link of a received share, without recipients. */
  composeReceived(share: ShareRecord, reverseShare: string | null): Omit<MailMessage, 'to'>;
}

interface NoticeTransaction {
  repos: {
    reverseShares: ReverseShareRepo;
    outbox: OutboxRepo;
    users: { findById(id: UserId): Promise<{ email: string } | null> };
  };
  afterCommit: AfterCommit;
}

/** Limit that keeps anybody with the link from flooding the owner: more mails in an hour are no news. */
const mostPerHour = 60;
const hour = 3_600_000;

/**
 * Mails the owner of a reverse share about a received share if they want it, within the transaction that publishes it.
 */
export type NotifyOwner = (tx: NoticeTransaction, share: ShareRecord) => Promise<void>;

export function createNotifyOwner({ config, clock, outbox, composeReceived }: Deps): NotifyOwner {
  return async (tx, share) => {
    const { reverseShareId, ownerId } = share;
    if (reverseShareId === null || ownerId === null || !config.get('smtp.enabled')) return;
    const { reverseShares, users } = tx.repos;
    const reverseShare = await reverseShares.findById(reverseShareId);
    const owner = reverseShare?.sendsNotification ? await users.findById(ownerId) : null;
    if (!owner) return;
    const message = composeReceived(share, reverseShare?.name ?? null);
    const sent = { userId: ownerId, kind: message.kind };
    if ((await tx.repos.outbox.countSince(clock.now() - hour, sent)) >= mostPerHour) return;
    await outbox.add(tx, { ...message, to: owner.email }, { userId: ownerId, about: share.key });
  };
}
