import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { SessionId, Timestamp } from './formats/primitives.ts';

/** Minutes after signing in during which the session alone confirms changes to an account without a password. */
export const freshSignInMinutes = 10;

/** A session of an account, as the list of sessions shows it. */
export const ActiveSession = z.strictObject({
  id: SessionId,
  /** True for the session that sent this request. */
  isCurrent: z.boolean(),
  /** The `User-Agent` header of the program. */
  userAgent: z.nullable(z.string()),
  /** IP address at the last use. */
  ip: z.nullable(z.string()),
  createdAt: Timestamp,
  /** Precise to a quarter of an hour. */
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
});
export type ActiveSession = z.output<typeof ActiveSession>;

export const sessions = {
  list: defineEndpoint({
    method: 'GET',
    path: '/users/me/sessions',
    access: 'user',
    apiKey: 'session',
    summary: 'List your sessions, most recently used first',
    response: z.array(ActiveSession),
    errors: [],
  }),
  end: defineEndpoint({
    method: 'DELETE',
    path: '/users/me/sessions/:id',
    access: 'user',
    apiKey: 'session',
    summary: 'End one of your sessions',
    params: z.strictObject({ id: SessionId }),
    errors: ['session_not_found'],
  }),
  endOthers: defineEndpoint({
    method: 'DELETE',
    path: '/users/me/sessions',
    access: 'user',
    apiKey: 'session',
    summary: 'End all your other sessions',
    response: z.strictObject({ ended: z.int() }),
    errors: [],
  }),
};
