import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Count, Cursor, queryInteger, Timestamp } from './formats/primitives.ts';

/**
 * - `queued`: waits for the mail server
 * - `sent`: the mail server has taken it
 * - `failed`: given up
 */
export const MailState = z.enum(['queued', 'sent', 'failed']);
export type MailState = z.output<typeof MailState>;

/** A mail on its way, or what became of it. Never its text. */
export const Mail = z.strictObject({
  id: z.string(),
  /** What it is about: `passwordReset`, `shareRecipient`, … */
  kind: z.string(),
  recipient: z.string(),
  state: MailState,
  /** How often it was tried in vain. */
  attempts: Count,
  createdAt: Timestamp,
  sentAt: z.nullable(Timestamp),
  /** Of a mail that waits. */
  nextTryAt: z.nullable(Timestamp),
  /** What the mail server said last; null: nothing went wrong. */
  problem: z.nullable(z.string()),
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
