import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Count, Cursor, queryInteger, Timestamp } from './formats/primitives.ts';

/**
 * - `queued`: waits for the mail server
 * - `sent`: the mail server has accepted it
 * - `failed`: it is no longer retried
 */
export const MailState = z.enum(['queued', 'sent', 'failed']);
export type MailState = z.output<typeof MailState>;

/** A mail and its delivery state. Its text is never included. */
export const Mail = z.strictObject({
  id: z.string(),
  /** The kind of mail: `passwordReset`, `shareRecipient`, … */
  kind: z.string(),
  recipient: z.string(),
  state: MailState,
  /** Number of failed attempts to send it. */
  attempts: Count,
  createdAt: Timestamp,
  sentAt: z.nullable(Timestamp),
  /** Time of the next attempt; null unless the mail is queued. */
  nextTryAt: z.nullable(Timestamp),
  /** Why the last attempt failed, in the language of the request; null: it did not. */
  problem: z.nullable(z.string()),
  /** The same as the connection or the mail server reported it. */
  error: z.nullable(z.string()),
});
export type Mail = z.output<typeof Mail>;

export const mails = {
  list: defineEndpoint({
    method: 'GET',
    path: '/mails',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List the emails of the last 30 days, newest first: waiting, sent or failed',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      state: z.optional(MailState),
      /** Part of the address. */
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.strictObject({ mails: z.array(Mail), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
};
