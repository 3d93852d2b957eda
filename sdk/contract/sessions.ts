import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { SessionId, Timestamp } from './formats/primitives.ts';

/** How long after signing in a session confirms an account without a password. */
export const freshSignInMinutes = 10;

/** A place where somebody is signed in. */
export const ActiveSession = z.strictObject({
  id: SessionId,
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** What the program said about itself (`User-Agent`). */
  userAgent: z.nullable(z.string()),
  /** Address at the last use. */
  ip: z.nullable(z.string()),
  createdAt: Timestamp,
  /** To a quarter of an hour. */
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
