import * as z from 'zod/mini';
import { ByteCount, Count, ShareId, Timestamp, UserId } from '../formats/primitives.ts';

/**
 * A share as webhooks describe it: never its password, its description or the people it was sent to. Its `id` is its
 * link, and opens it unless it has a password.
 */
const SharedFacts = z.strictObject({
  id: ShareId,
  name: z.nullable(z.string()),
  /** User name of the owner, or of the recipient of a received share; null: there is no account. */
  owner: z.nullable(z.string()),
  files: Count,
  bytes: ByteCount,
  hasPassword: z.boolean(),
  expiresAt: z.nullable(Timestamp),
});
export type SharedFacts = z.output<typeof SharedFacts>;

const AboutShare = z.strictObject({ share: SharedFacts });

/** The `data` of each event, by its `type`. */
export const webhookEvents = {
  /** A share was published. */
  'share.completed': AboutShare,
  /** A visitor opened a share. */
  'share.viewed': AboutShare,
  /** Visitors downloaded something of a share: what was counted within ten seconds is one event. */
  'file.downloaded': z.strictObject({
    share: SharedFacts,
    /** Number of downloads of single files. */
    fileDownloads: Count,
    /** Number of downloads of all files together. */
    archiveDownloads: Count,
  }),
  /** A share reached its expiry. */
  'share.expired': AboutShare,
  /** A share arrived through a reverse share; `share.completed` is not sent for it. */
  'reverse-share.received': z.strictObject({
    share: SharedFacts,
    reverseShare: z.nullable(z.strictObject({ name: z.nullable(z.string()) })),
  }),
  /** Malware was found in a file of a share, which is quarantined. */
  'malware.found': z.strictObject({
    share: SharedFacts,
    /** The name that the scanner has for it. */
    signature: z.string(),
  }),
  /** An account was created, by an administrator or its owner. */
  'user.created': z.strictObject({ user: z.strictObject({ id: UserId, username: z.string() }) }),
  /** A job of the server failed; at most once an hour for each job. */
  'job.failed': z.strictObject({ job: z.string() }),
  /** Less than a tenth of the storage, or less than 1 GB, is free; once, until there is more again. */
  'storage.low': z.strictObject({ storedBytes: ByteCount, availableBytes: ByteCount }),
  /** An administrator tests the webhook. */
  'webhook.test': z.strictObject({ webhook: z.string() }),
};

/** The name of an event, such as `share.completed`. */
export type WebhookEventType = keyof typeof webhookEvents;
/** What an event says. */
export type WebhookData<T extends WebhookEventType> = z.output<(typeof webhookEvents)[T]>;

/** The body of a request to a webhook of the kind `standard`. */
export interface WebhookEvent<T extends WebhookEventType = WebhookEventType> {
  /** The name of the event. */
  type: T;
  /** When it happened, ISO 8601. */
  timestamp: string;
  /** What the event says. */
  data: WebhookData<T>;
}

/** The events that a webhook can subscribe to. */
export const subscribableEvents = [
  'share.completed',
  'share.viewed',
  'file.downloaded',
  'share.expired',
  'reverse-share.received',
  'malware.found',
  'user.created',
  'job.failed',
  'storage.low',
] as const satisfies readonly WebhookEventType[];
