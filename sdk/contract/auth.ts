import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Email, Password, Timestamp, Username } from './primitives.ts';
import { User } from './users.ts';

/**
 * How a session travels: `cookie` for browsers (HttpOnly cookies, nothing in the body), `token` for programs (the
 * tokens in the body, no cookie).
 */
export const Transport = z.enum(['cookie', 'token']);

export const Session = z.strictObject({
  user: User,
  /** Refresh when under 120 s remain. */
  accessTokenExpiresAt: Timestamp,
  /** JSON Web Token (RFC 7519); sent as `Authorization: Bearer`. Only with transport `token`. */
  accessToken: z.optional(z.string()),
  /** Opaque; replaced at every refresh. Only with transport `token`. */
  refreshToken: z.optional(z.string()),
});
export type Session = z.output<typeof Session>;

const transport = z._default(Transport, 'cookie');

/** Anything up to the limit is compared, so that the answer tells nothing about the rules at sign-up. */
const presentedPassword = z.string().check(z.minLength(1), z.maxLength(256));

export const auth = {
  setupStatus: defineEndpoint({
    method: 'GET',
    path: '/auth/setup',
    access: 'anyone',
    summary: 'Tell whether the first administrator exists and the set-up is finished',
    response: z.strictObject({ adminExists: z.boolean(), finished: z.boolean() }),
    errors: [],
  }),
  setup: defineEndpoint({
    method: 'POST',
    path: '/auth/setup',
    access: 'anyone',
    summary: 'Create the first administrator with the one-time setup token',
    status: 201,
    body: z.strictObject({
      setupToken: z.string().check(z.minLength(1), z.maxLength(200)),
      email: Email,
      username: Username,
      password: Password,
      transport,
    }),
    response: Session,
    errors: ['setup_token_wrong', 'setup_already_done', 'password_too_common'],
  }),
  signIn: defineEndpoint({
    method: 'POST',
    path: '/auth/signIn',
    access: 'anyone',
    summary: 'Sign in with an e-mail address or a user name, and a password',
    body: z.strictObject({
      email: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
      username: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
      password: presentedPassword,
      transport,
    }),
    response: Session,
    errors: ['credentials_wrong'],
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/auth/signOut',
    access: 'anyone',
    summary: 'End the session of the caller',
    errors: [],
  }),
  refresh: defineEndpoint({
    method: 'POST',
    path: '/auth/token',
    access: 'anyone',
    summary: 'Exchange the refresh token, from the cookie or the body, for new tokens',
    body: z.optional(
      z.strictObject({ refreshToken: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) }),
    ),
    response: Session,
    errors: ['session_expired'],
  }),
};
