import { isoTime } from '#sdk/contract/formats/iso-time.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type {
  SharedFacts,
  WebhookData,
  WebhookEvent,
  WebhookEventType,
} from '#sdk/contract/webhooks/events.js';
import type { Clock } from '../../crypto/clock.ts';
import { newWebhookDeliveryId } from '../../crypto/ids.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { DeliveryRepo, ShareFactsRow } from './delivery-repo.ts';
import { deliverJob, mostWaiting } from './policy.ts';
import type { AnnounceEvent, Occurrence } from './types.ts';

interface Deps {
  clock: Pick<Clock, 'now'>;
  jobs: JobWaker;
}

export function createAnnounceEvent({ clock, jobs }: Deps): AnnounceEvent {
  return async ({ repos: { webhookDeliveries }, afterCommit }, occurrence) => {
    const { type } = occurrence;
    const subscribers = await webhookDeliveries.subscribersOf(type, mostWaiting);
    if (subscribers.length === 0) return;
    const described = await describe(webhookDeliveries, occurrence);
    if (!described) return;
    const createdAt = clock.now();
    const payload = writeEvent({ type, data: described.data, at: createdAt });
    for (const webhookId of subscribers) {
      const id = newWebhookDeliveryId();
      await webhookDeliveries.insert({
        id,
        webhookId,
        userId: described.userId,
        event: type,
        payload,
        createdAt,
      });
    }
    afterCommit(() => jobs.wake(deliverJob));
  };
}

export function writeEvent({
  type,
  data,
  at,
}: {
  type: WebhookEventType;
  data: unknown;
  at: number;
}): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data });
}

/** Reads what {@link writeEvent} has written. */
export function readEvent(payload: string): WebhookEvent {
  return JSON.parse(payload) as WebhookEvent;
}

interface Described {
  data: WebhookData<WebhookEventType>;
  /** The account that the event names. */
  userId: UserId | null;
}

/** Returns what webhooks say about an occurrence; null: its share is gone. */
async function describe(deliveries: DeliveryRepo, occurrence: Occurrence): Promise<Described | null> {
  if (occurrence.type === 'user.created') {
    const { id, username } = occurrence.user;
    return { data: { user: { id, username } }, userId: id };
  }
  if (!('share' in occurrence)) {
    const { type: _type, ...data } = occurrence;
    return { data, userId: null };
  }
  const row = await deliveries.shareFacts(occurrence.share);
  if (!row) return null;
  const { type: _type, share: _share, ...counts } = occurrence;
  const share = presentShare(row);
  const isReceived = occurrence.type === 'reverse-share.received';
  return {
    data: isReceived ? { share, reverseShare: { name: row.reverseShare } } : { share, ...counts },
    userId: row.ownerId,
  };
}

function presentShare({ id, name, owner, files, bytes, hasPassword, expiresAt }: ShareFactsRow): SharedFacts {
  return { id, name, owner, files, bytes, hasPassword, expiresAt: isoTime(expiresAt) };
}
