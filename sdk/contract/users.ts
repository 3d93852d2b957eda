import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  ByteCount,
  Count,
  CurrentPassword,
  Cursor,
  Email,
  Password,
  queryInteger,
  Timestamp,
  UserId,
  Username,
} from './formats/primitives.ts';
import { OauthProvider } from './oauth.ts';

export const User = z.strictObject({
  id: UserId,
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** False: invited and not come yet, or signs in by other means. */
  hasPassword: z.boolean(),
  totpEnabled: z.boolean(),
  createdAt: Timestamp,
});
export type User = z.output<typeof User>;

/** The caller, with the end of the access token so that a browser, which cannot read its cookie, can refresh in time. */
export const CurrentUser = z.extend(User, {
  accessTokenExpiresAt: z.nullable(Timestamp),
  /** A new address that waits for its confirmation. */
  pendingEmail: z.nullable(z.string()),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** What belongs to an account and goes with it. */
export const Usage = z.strictObject({
  /** Shares with a link, drafts included. */
  shares: Count,
  files: Count,
  /** Bytes of those files. */
  size: ByteCount,
  apiKeys: Count,
  /** Bytes the account may hold; null: no limit. */
  quota: z.nullable(ByteCount),
});
export type Usage = z.output<typeof Usage>;

/** An account as administrators see it. */
export const ManagedUser = z.extend(User, {
  isDisabled: z.boolean(),
  /** Linked accounts of providers. */
  providers: z.array(OauthProvider),
  /** Bytes, in place of the instance's `share.userQuota`; 0: no limit; null: as the instance says. */
  quota: z.nullable(ByteCount),
  shares: Count,
  /** Bytes of the files in those shares. */
  size: ByteCount,
  lastSignInAt: z.nullable(Timestamp),
});
export type ManagedUser = z.output<typeof ManagedUser>;

const isAdmin = z.boolean().check(z.describe('May administer the instance'));
const quota = z
  .nullable(ByteCount)
  .check(z.describe('Bytes the account may hold: 0 for no limit, null for what the instance says'));

export const CreateUser = z.strictObject({
  username: Username,
  email: Email,
  password: z.optional(Password.check(z.describe('Without one the user is mailed a link to set it'))),
  isAdmin: z.optional(isAdmin),
  quota: z.optional(quota),
});
export type CreateUser = z.input<typeof CreateUser>;

export const UpdateUser = z.strictObject({
  username: z.optional(Username),
  email: z.optional(Email),
  password: z.optional(
    Password.check(
      z.describe(
        'Sets a new password, ends all sessions, revokes all API keys and unlinks all accounts of providers',
      ),
    ),
  ),
  isAdmin: z.optional(isAdmin),
  quota: z.optional(quota),
  isDisabled: z.optional(
    z.boolean().check(z.describe('Cannot sign in; sessions, keys and upload tokens end, links keep working')),
  ),
});
export type UpdateUser = z.input<typeof UpdateUser>;

const idParams = z.strictObject({ id: UserId });

export const users = {
  me: defineEndpoint({
    method: 'GET',
    path: '/users/me',
    access: 'anyone',
    apiKey: 'any',
    summary: 'The signed-in user, or null',
    response: z.nullable(CurrentUser),
    errors: [],
  }),
  updateMe: defineEndpoint({
    method: 'PATCH',
    path: '/users/me',
    access: 'user',
    apiKey: 'session',
    summary:
      'Change the own user name or e-mail address; a new address counts once it is confirmed by mail. Where no mail is sent, only administrators can change theirs, at once',
    body: z.strictObject({
      username: z.optional(Username),
      email: z.optional(Email),
      password: CurrentPassword,
    }),
    response: CurrentUser,
    errors: ['password_wrong', 'fresh_sign_in_required', 'username_taken', 'email_taken', 'mail_disabled'],
  }),
  myUsage: defineEndpoint({
    method: 'GET',
    path: '/users/me/usage',
    access: 'user',
    apiKey: 'shares:read',
    summary: 'What belongs to the own account, and how much it may hold',
    response: Usage,
    errors: [],
  }),
  removeMe: defineEndpoint({
    method: 'DELETE',
    path: '/users/me',
    access: 'user',
    apiKey: 'session',
    summary: 'Delete the own account with all its shares, sessions and keys',
    body: z.strictObject({
      password: CurrentPassword,
      /** Whose account is meant: another tab may have signed in somebody else. */
      username: z.optional(Username),
    }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'other_account', 'last_admin'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/users',
    access: 'admin',
    apiKey: 'admin',
    summary: 'All users by name',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      /** Part of the name or the address. */
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.strictObject({
      users: z.array(ManagedUser),
      nextCursor: z.nullable(z.string()),
      /** Of all pages. */
      total: Count,
    }),
    errors: [],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'admin',
    apiKey: 'admin',
    summary: 'A user',
    params: idParams,
    response: ManagedUser,
    errors: ['user_not_found'],
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/users',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Create a user with a password, or without one and mail an invitation. API keys create no administrators (`api_key_refused`)',
    status: 201,
    body: CreateUser,
    response: ManagedUser,
    errors: ['email_taken', 'username_taken', 'password_too_common', 'mail_disabled'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/users/:id',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Change a user; a new role or password, and disabling, end all sessions of the user, a new password and disabling all API keys too, a new password all links to accounts of providers. Own name, address and password are refused (`forbidden`): they change on the account page, with the current password. Address, password and role take a session, API keys are refused (`api_key_refused`)',
    params: idParams,
    body: UpdateUser,
    response: ManagedUser,
    errors: ['user_not_found', 'email_taken', 'username_taken', 'password_too_common', 'last_admin'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/users/:id',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Delete a user with all shares, sessions and keys; oneself only on the account page, with the current password',
    params: idParams,
    errors: ['user_not_found', 'last_admin'],
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/users/:id/invitation',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Mail the invitation again to a user without a password',
    params: idParams,
    errors: ['user_not_found', 'user_has_password', 'mail_disabled'],
  }),
  endSessions: defineEndpoint({
    method: 'DELETE',
    path: '/users/:id/sessions',
    access: 'admin',
    apiKey: 'admin',
    summary: 'End all sessions of a user',
    params: idParams,
    response: z.strictObject({ ended: z.int() }),
    errors: ['user_not_found'],
  }),
  removeTotp: defineEndpoint({
    method: 'DELETE',
    path: '/users/:id/totp',
    access: 'admin',
    apiKey: 'session',
    summary:
      'Turn two-factor sign-in of a user off, who has lost the authenticator and the recovery codes; ends all sessions of the user. Not of oneself',
    params: idParams,
    errors: ['user_not_found', 'totp_not_enabled'],
  }),
};
