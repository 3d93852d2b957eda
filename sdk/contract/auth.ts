import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  CurrentPassword,
  Email,
  Password,
  PresentedPassword,
  SecondFactor,
  Timestamp,
  Username,
} from './formats/primitives.ts';
import { User } from './users.ts';

/**
 * How a session travels: `cookie` for browsers (HttpOnly cookies, nothing in the body), `token` for programs (the
 * tokens in the body, no cookie).
 */
export const Transport = z.enum(['cookie', 'token']);

export const Session = z.strictObject({
  user: User,
  /** Clients refresh the session when less than 120 s remain. */
  accessTokenExpiresAt: Timestamp,
  /** JSON Web Token (RFC 7519); sent as `Authorization: Bearer`. Only with transport `token`. */
  accessToken: z.optional(z.string()),
  /** Opaque; replaced at every refresh. Only with transport `token`. */
  refreshToken: z.optional(z.string()),
});
export type Session = z.output<typeof Session>;

/** The password was correct, but the account also requires a code. */
export const LoginChallenge = z.strictObject({
  /** Sent with the code to `signInTotp`. Valid for one sign-in and at most five wrong codes. */
  loginToken: z.string(),
  expiresAt: Timestamp,
});
export type LoginChallenge = z.output<typeof LoginChallenge>;

const transport = z._default(Transport, 'cookie');

const token = z.string().check(z.minLength(1), z.maxLength(200));

/** RFC 7636, section 4.2, with the method S256. */
const CodeChallenge = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'));

/** RFC 7636, section 4.1. */
const CodeVerifier = z.string().check(z.regex(/^[\w.~-]{43,128}$/, 'invalid'));

const newAccount = { email: Email, username: Username, password: Password };

export const auth = {
  setupStatus: defineEndpoint({
    method: 'GET',
    path: '/auth/setup',
    access: 'anyone',
    apiKey: 'any',
    summary: 'Check whether the first administrator exists and setup is finished',
    response: z.strictObject({ adminExists: z.boolean(), finished: z.boolean() }),
    errors: [],
  }),
  setup: defineEndpoint({
    method: 'POST',
    path: '/auth/setup',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Create the first administrator with the one-time setup token',
    status: 201,
    body: z.strictObject({ setupToken: token, ...newAccount, transport }),
    response: Session,
    errors: ['setup_token_wrong', 'setup_already_done', 'password_too_common'],
  }),
  signUp: defineEndpoint({
    method: 'POST',
    path: '/auth/signUp',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Create an account and sign in, if registration is on',
    status: 201,
    body: z.strictObject({ ...newAccount, transport }),
    response: Session,
    errors: ['registration_disabled', 'email_taken', 'username_taken', 'password_too_common'],
  }),
  signIn: defineEndpoint({
    method: 'POST',
    path: '/auth/signIn',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Sign in with an email address or username and a password; a second factor may follow',
    body: z.strictObject({
      email: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
      username: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
      password: PresentedPassword,
      transport,
    }),
    response: z.union([Session, LoginChallenge]),
    errors: ['credentials_wrong', 'directory_unavailable', 'directory_refused'],
  }),
  signInTotp: defineEndpoint({
    method: 'POST',
    path: '/auth/signIn/totp',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Finish signing in with a code from the authenticator app, or a recovery code',
    body: z.strictObject({
      totp: SecondFactor,
      loginToken: z.optional(
        token.check(z.describe('Omitted by browsers that return from a provider: they have it in a cookie')),
      ),
      transport,
    }),
    response: Session,
    errors: ['totp_wrong', 'login_token_invalid'],
  }),
  signOut: defineEndpoint({
    method: 'POST',
    path: '/auth/signOut',
    access: 'anyone',
    apiKey: 'session',
    summary: 'End the current session',
    errors: [],
  }),
  refresh: defineEndpoint({
    method: 'POST',
    path: '/auth/token',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Exchange the refresh token, from the cookie or the body, for new tokens',
    body: z.optional(z.strictObject({ refreshToken: z.optional(token) })),
    response: Session,
    errors: ['session_expired'],
  }),
  requestPasswordReset: defineEndpoint({
    method: 'POST',
    path: '/auth/resetPassword/:email',
    access: 'anyone',
    apiKey: 'session',
    summary:
      'Email a link to set a new password; the response is always the same, whether or not the address is known and email is sent',
    status: 202,
    params: z.strictObject({ email: Email }),
    errors: [],
  }),
  resetPassword: defineEndpoint({
    method: 'POST',
    path: '/auth/resetPassword',
    access: 'anyone',
    apiKey: 'session',
    summary:
      'Set a password with the token of a reset or an invitation; ends all sessions of the account, revokes all its API keys and unlinks all its providers',
    body: z.strictObject({ token, password: Password }),
    errors: ['link_invalid', 'password_too_common'],
  }),
  changePassword: defineEndpoint({
    method: 'PATCH',
    path: '/auth/password',
    access: 'user',
    apiKey: 'session',
    beforeTotp: true,
    summary:
      'Change your password, or set the first one; ends all your other sessions. API keys keep working',
    body: z.strictObject({ oldPassword: CurrentPassword, password: Password }),
    errors: ['password_wrong', 'password_managed', 'fresh_sign_in_required', 'password_too_common'],
  }),
  confirmEmail: defineEndpoint({
    method: 'POST',
    path: '/auth/confirmEmail',
    access: 'anyone',
    apiKey: 'session',
    summary: 'Confirm a new email address with the token that was emailed to it',
    body: z.strictObject({ token }),
    errors: ['link_invalid', 'email_taken'],
  }),
  authorizeProgram: defineEndpoint({
    method: 'POST',
    path: '/auth/programs',
    access: 'user',
    apiKey: 'session',
    summary:
      'Let a program on this machine sign in to your account. Returns a code that the program can exchange once, within a minute',
    body: z.strictObject({ codeChallenge: CodeChallenge }),
    response: z.strictObject({ code: z.string(), expiresAt: Timestamp }),
    errors: [],
  }),
  signInProgram: defineEndpoint({
    method: 'POST',
    path: '/auth/programs/signIn',
    access: 'anyone',
    apiKey: 'session',
    summary:
      'Exchange a code for a session of the same account, which lasts no longer than the session that authorized it',
    body: z.strictObject({
      code: token,
      codeVerifier: CodeVerifier,
      transport: z._default(Transport, 'token'),
    }),
    response: Session,
    errors: ['authorization_code_invalid'],
  }),
};
