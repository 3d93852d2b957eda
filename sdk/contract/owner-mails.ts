import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/**
 * The emails about their shares that owners can turn on; all are off at first. An email about received files is turned
 * on for each reverse share.
 */
export const OwnerMails = z.strictObject({
  /** A share was downloaded for the first time. */
  firstDownload: z.boolean(),
  /** Once a day, the shares that were downloaded since the last one. */
  dailyDownloads: z.boolean(),
  /** A share expires within a day. Not sent for shares that last less than two days. */
  expiresTomorrow: z.boolean(),
});
export type OwnerMails = z.output<typeof OwnerMails>;

export const ownerMails = {
  get: defineEndpoint({
    method: 'GET',
    path: '/users/me/mails',
    access: 'user',
    apiKey: 'session',
    summary: 'Get which emails about your shares you receive',
    response: OwnerMails,
    errors: [],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/users/me/mails',
    access: 'user',
    apiKey: 'session',
    summary: 'Choose which emails about your shares you receive',
    body: z.partial(OwnerMails),
    response: OwnerMails,
    errors: [],
  }),
};
