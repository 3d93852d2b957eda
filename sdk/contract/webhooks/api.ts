import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { isWebAddress } from '../formats/addresses.ts';
import { outboundProblems } from '../formats/outbound-problems.ts';
import {
  Count,
  Cursor,
  queryInteger,
  Timestamp,
  WebhookDeliveryId,
  WebhookId,
} from '../formats/primitives.ts';
import { subscribableEvents } from './events.ts';

interface KindOfWebhook {
  /** Where the message goes on that server: a room, a chat. */
  target: 'required' | 'none';
  /** What the server asks for: an access token. */
  token: 'required' | 'optional' | 'none';
}

/** The services that webhooks can send to, and what each needs besides its URL. */
export const webhookKinds = {
  /** Events as JSON, signed as https://www.standardwebhooks.com describes. */
  standard: { target: 'none', token: 'none' },
  ntfy: { target: 'none', token: 'optional' },
  matrix: { target: 'required', token: 'required' },
  telegram: { target: 'required', token: 'required' },
  discord: { target: 'none', token: 'none' },
  slack: { target: 'none', token: 'none' },
  gotify: { target: 'none', token: 'required' },
} as const satisfies Record<string, KindOfWebhook>;

export type WebhookKind = keyof typeof webhookKinds;
export const webhookKindNames = Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]];

interface Destination {
  target?: string | undefined;
  token?: string | undefined;
}

interface DestinationIssue {
  field: 'target' | 'token';
  code: 'required' | 'invalid';
}

/** Returns the fields that a kind needs or does not have, each with what is wrong with it. */
export function findDestinationIssues(kind: WebhookKind, destination: Destination): DestinationIssue[] {
  const rules: KindOfWebhook = webhookKinds[kind];
  const issues: DestinationIssue[] = [];
  for (const field of ['target', 'token'] as const) {
    const isGiven = destination[field] !== undefined;
    if (rules[field] === 'required' && !isGiven) issues.push({ field, code: 'required' });
    if (rules[field] === 'none' && isGiven) issues.push({ field, code: 'invalid' });
  }
  return issues;
}

const line = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u, 'invalid'));

const Url = z.string().check(
  z.trim(),
  z.maxLength(2000),
  z.refine((text) => isWebAddress(text) && !text.includes('#'), 'not_url'),
  z.describe('URL of the receiver, or of the server of the service'),
);
const Target = line(255).check(z.describe('Room or chat that the message goes to (Matrix, Telegram)'));
const Token = line(500).check(z.describe('Access token of the service (ntfy, Matrix, Telegram, Gotify)'));
const Name = line(60).check(z.describe('What the webhook is for'));
const Events = z
  .array(z.enum(subscribableEvents))
  .check(z.minLength(1), z.maxLength(subscribableEvents.length), z.describe('Events that are sent'));

/** Where events are sent. Its URL and its token are secrets and never shown again. */
export const Webhook = z.strictObject({
  id: WebhookId,
  name: z.string(),
  kind: z.enum(webhookKindNames),
  /** Scheme and host of its URL. */
  server: z.string(),
  target: z.nullable(z.string()),
  events: z.array(z.enum(subscribableEvents)),
  isEnabled: z.boolean(),
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failingSince: z.nullable(Timestamp),
  createdAt: Timestamp,
});
export type Webhook = z.output<typeof Webhook>;

/** What is needed to create a webhook. */
export const CreateWebhook = z
  .strictObject({
    name: Name,
    kind: z.enum(webhookKindNames).check(z.describe('Service that receives the events')),
    url: Url,
    target: z.optional(Target),
    token: z.optional(Token),
    events: Events,
  })
  .check(({ value, issues }) => {
    for (const { field, code } of findDestinationIssues(value.kind, value)) {
      issues.push({ code: 'custom', input: value, path: [field], message: code });
    }
  });
export type CreateWebhook = z.input<typeof CreateWebhook>;

/** What to change of a webhook. */
export const UpdateWebhook = z.strictObject({
  name: z.optional(Name),
  /** Replaces the target and the token, too: a token must not be sent to another server than before. */
  url: z.optional(Url),
  target: z.optional(Target),
  token: z.optional(Token),
  events: z.optional(Events),
  isEnabled: z.optional(z.boolean()),
});
export type UpdateWebhook = z.input<typeof UpdateWebhook>;

/**
 * - `queued`: waits for its next attempt
 * - `delivered`: the receiver has accepted it
 * - `failed`: it is no longer retried
 */
export const DeliveryState = z.enum(['queued', 'delivered', 'failed']);
export type DeliveryState = z.output<typeof DeliveryState>;

/** One event on its way to one webhook. */
export const WebhookDelivery = z.strictObject({
  /** The `webhook-id` header: the same for each attempt. */
  id: WebhookDeliveryId,
  webhook: z.strictObject({ id: WebhookId, name: z.string() }),
  event: z.string(),
  /** The event as JSON. */
  payload: z.string(),
  state: DeliveryState,
  attempts: Count,
  createdAt: Timestamp,
  /** Time of the last attempt. */
  triedAt: z.nullable(Timestamp),
  nextTryAt: z.nullable(Timestamp),
  /** HTTP status of the last answer; null: there was none that is usable. */
  status: z.nullable(Count),
  /** Why the last attempt got no usable answer; null: it got one. Details are only in the server's log. */
  problem: z.nullable(z.enum(outboundProblems)),
  /** The beginning of the last answer. */
  answer: z.nullable(z.string()),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const ofWebhook = { params: z.strictObject({ id: WebhookId }), access: 'admin', apiKey: 'admin' } as const;

export const webhooks = {
  list: defineEndpoint({
    method: 'GET',
    path: '/webhooks',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List the webhooks, oldest first',
    response: z.array(Webhook),
    errors: [],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/webhooks',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Send events to another server or a chat',
    status: 201,
    body: CreateWebhook,
    response: z.strictObject({
      webhook: Webhook,
      /** The key that verifies signatures, `whsec_…`; shown only here. null: this kind is not signed. */
      secret: z.nullable(z.string()),
    }),
    errors: ['webhook_limit'],
  }),
  update: defineEndpoint({
    ...ofWebhook,
    method: 'PATCH',
    path: '/webhooks/:id',
    summary: 'Change a webhook, or turn it off or on',
    body: UpdateWebhook,
    response: Webhook,
    errors: ['webhook_not_found'],
  }),
  remove: defineEndpoint({
    ...ofWebhook,
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook and its deliveries',
    errors: ['webhook_not_found'],
  }),
  test: defineEndpoint({
    ...ofWebhook,
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a test event now; the answer says how it went',
    response: WebhookDelivery,
    errors: ['webhook_not_found'],
  }),
  deliveries: defineEndpoint({
    method: 'GET',
    path: '/webhookDeliveries',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List the deliveries of the last 30 days, newest first',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      webhook: z.optional(WebhookId),
      state: z.optional(DeliveryState),
    }),
    response: z.strictObject({ deliveries: z.array(WebhookDelivery), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  redeliver: defineEndpoint({
    method: 'POST',
    path: '/webhookDeliveries/:id/redeliver',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Send a delivery again now, with the same id; the answer says how it went',
    params: z.strictObject({ id: WebhookDeliveryId }),
    response: WebhookDelivery,
    errors: ['webhook_delivery_not_found'],
  }),
};
