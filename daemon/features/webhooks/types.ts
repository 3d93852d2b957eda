import type { OutboundProblem } from '#sdk/contract/formats/outbound-problems.js';
import type { ShareKey, UserId, WebhookDeliveryId, WebhookId } from '#sdk/contract/formats/primitives.js';
import type { DeliveryState, WebhookKind } from '#sdk/contract/webhooks/api.js';
import type { subscribableEvents } from '#sdk/contract/webhooks/events.js';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { DeliveryRepo } from './delivery-repo.ts';

/** Moments are milliseconds since 1970. */
export interface WebhookRecord {
  id: WebhookId;
  name: string;
  kind: WebhookKind;
  /** A sealed {@link Destination}. */
  destination: string;
  events: readonly (typeof subscribableEvents)[number][];
  isEnabled: boolean;
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failingSince: number | null;
  createdAt: number;
}

/** Where a webhook sends to. All of it may be secret. */
export interface Destination {
  url: string;
  target: string | null;
  token: string | null;
  /** The key of signatures, `whsec_…`; null: this kind is not signed. */
  secret: string | null;
}

/** One event on its way to one webhook. Moments are milliseconds since 1970. */
export interface DeliveryRecord {
  id: WebhookDeliveryId;
  webhookId: WebhookId;
  event: string;
  /** The event as JSON, exactly as it is sent. */
  payload: string;
  state: DeliveryState;
  attempts: number;
  dueAt: number;
  createdAt: number;
  triedAt: number | null;
  status: number | null;
  /** Why there was no usable answer; null: there was one. */
  problem: OutboundProblem | null;
  answer: string | null;
}

/** Until when this server has a delivery for sending, by the clock of the database. */
export interface ClaimedDelivery extends DeliveryRecord {
  claim: number;
}

/** Something that has happened, without what webhooks say about it. */
export type Occurrence =
  | {
      type: 'share.completed' | 'share.viewed' | 'share.expired' | 'reverse-share.received';
      share: ShareKey;
    }
  | { type: 'file.downloaded'; share: ShareKey; fileDownloads: number; archiveDownloads: number }
  | { type: 'malware.found'; share: ShareKey; signature: string }
  | { type: 'user.created'; user: { id: UserId; username: string } }
  | { type: 'job.failed'; job: string }
  | { type: 'storage.low'; storedBytes: number; availableBytes: number };

/**
 * Queues an event for the webhooks that want it, within the transaction in which it happens: it is sent if and only if
 * that is committed.
 */
export type AnnounceEvent = (
  tx: { repos: { webhookDeliveries: DeliveryRepo }; afterCommit: AfterCommit },
  occurrence: Occurrence,
) => Promise<void>;
