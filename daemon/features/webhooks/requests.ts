import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookKind } from '#sdk/contract/webhooks/api.js';
import type { OutboundRequest } from '../../outbound/outbound.ts';
import type { Destination } from './types.ts';

/** What a request is made of. */
interface Message {
  /** Id of the delivery: the same for each attempt. */
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  /** The event as JSON. */
  payload: string;
  /** The event in words, for people: some lines of plain text. */
  text: string;
  /** The name of the instance. */
  title: string;
  destination: Destination;
}

interface WebhookRequest extends OutboundRequest {
  url: string;
}

/** How each kind of webhook is asked to deliver a message. */
export const requestsOf: Readonly<Record<WebhookKind, (message: Message) => WebhookRequest>> = {
  /** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
  standard: ({ id, timestamp, payload, destination: { url, secret } }) => ({
    url,
    ...post(payload, {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(`${id}.${timestamp}.${payload}`, secret ?? ''),
    }),
  }),

  /** https://docs.ntfy.sh/publish/: the URL is that of the topic. */
  ntfy: ({ text, title, destination: { url, token } }) => {
    const address = new URL(url);
    address.searchParams.set('title', title);
    return {
      url: address.href,
      ...post(text, { 'content-type': 'text/plain; charset=utf-8', ...(token !== null && bearer(token)) }),
    };
  },

  /** https://spec.matrix.org/v1.15/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid */
  matrix: ({ id, text, destination: { url, target, token } }) => ({
    url: below(url, `_matrix/client/v3/rooms/${encodeURIComponent(target ?? '')}/send/m.room.message/${id}`),
    ...postJson({ msgtype: 'm.notice', body: text }, bearer(token ?? '')),
    // The id of the delivery lets the server ignore a repetition.
    method: 'PUT',
  }),

  /** https://core.telegram.org/bots/api#sendmessage */
  telegram: ({ text, destination: { url, target, token } }) => ({
    url: below(url, `bot${token ?? ''}/sendMessage`),
    ...postJson({ chat_id: target, text, link_preview_options: { is_disabled: true } }),
  }),

  /** https://discord.com/developers/docs/resources/webhook#execute-webhook; names must not mention anybody. */
  discord: ({ text, destination: { url } }) => ({
    url,
    ...postJson({ content: text.slice(0, 2000), allowed_mentions: { parse: [] } }),
  }),

  /** https://docs.slack.dev/messaging/formatting-message-text/#escaping */
  slack: ({ text, destination: { url } }) => ({
    url,
    ...postJson({
      text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      mrkdwn: false,
    }),
  }),

  /** https://gotify.net/docs/pushmsg */
  gotify: ({ text, title, destination: { url, token } }) => ({
    url: below(url, 'message'),
    ...postJson({ title, message: text, priority: 5 }, { 'x-gotify-key': token ?? '' }),
  }),
};

const secretPrefix = 'whsec_';

/** Creates a key for signatures: 256 random bits. */
export function newSigningSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`;
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

type Headers = Readonly<Record<string, string>>;

function post(body: string, headers: Headers): OutboundRequest {
  return { method: 'POST', body, headers };
}

function postJson(body: unknown, headers: Headers = {}): OutboundRequest {
  return post(JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const below = (url: string, path: string) => `${url.replace(/\/+$/, '')}/${path}`;
