import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Timestamp, UserId } from './primitives.ts';

export const User = z.strictObject({
  id: UserId,
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  createdAt: Timestamp,
});
export type User = z.output<typeof User>;

/** The caller, with the end of the access token so that a browser, which cannot read its cookie, can refresh in time. */
export const CurrentUser = z.extend(User, { accessTokenExpiresAt: z.nullable(Timestamp) });
export type CurrentUser = z.output<typeof CurrentUser>;

export const users = {
  me: defineEndpoint({
    method: 'GET',
    path: '/users/me',
    access: 'anyone',
    summary: 'The signed-in user, or null',
    response: z.nullable(CurrentUser),
    errors: [],
  }),
};
