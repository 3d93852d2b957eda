import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  ByteCount,
  Count,
  CurrentPassword,
  Cursor,
  DisplayName,
  Email,
  Password,
  queryInteger,
  Timestamp,
  UserId,
  Username,
} from './formats/primitives.ts';
import { AccountSource } from './oauth.ts';

/** A user, as they see themselves. */
export const User = z.strictObject({
  id: UserId,
  username: z.string(),
  /** Shown to visitors as the sender of the user's shares; null: the user stays anonymous. */
  displayName: z.nullable(z.string()),
  email: z.string(),
  isAdmin: z.boolean(),
  /** False: the user has not accepted the invitation yet, or signs in without a password. */
  hasPassword: z.boolean(),
  totpEnabled: z.boolean(),
  /** The instance requires two-factor authentication: while it is off, the account can do nothing else. */
  totpRequired: z.boolean(),
  createdAt: Timestamp,
});
export type User = z.output<typeof User>;

/** The caller, with the end of the access token so that a browser, which cannot read its cookie, can refresh in time. */
export const CurrentUser = z.extend(User, {
  accessTokenExpiresAt: z.nullable(Timestamp),
  /** A new address that is not confirmed yet. */
  pendingEmail: z.nullable(z.string()),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** The shares and files of an account, which are deleted with it. */
export const Usage = z.strictObject({
  /** Shares with a link, drafts included. */
  shares: Count,
  files: Count,
  /** Bytes of those files. */
  size: ByteCount,
  apiKeys: Count,
  /** Maximum bytes the account can store; null: no limit. */
  quota: z.nullable(ByteCount),
});
export type Usage = z.output<typeof Usage>;

/** An account as administrators see it. */
export const ManagedUser = z.extend(User, {
  isDisabled: z.boolean(),
  /** Linked accounts of providers, of the directory (`ldap`) and of the proxy (`proxy`). */
  providers: z.array(AccountSource),
  /** Bytes, in place of the instance's `share.userQuota`; 0: no limit; null: the instance's quota applies. */
  quota: z.nullable(ByteCount),
  shares: Count,
  /** Bytes of the files in those shares. */
  size: ByteCount,
  lastSignInAt: z.nullable(Timestamp),
});
export type ManagedUser = z.output<typeof ManagedUser>;

/** Administrators who can sign in, without two-factor authentication. */
export const AdminsWithoutTotp = z.strictObject({
  count: Count,
  /** The caller is one of them. */
  includesYou: z.boolean(),
});
export type AdminsWithoutTotp = z.output<typeof AdminsWithoutTotp>;

const displayName = z
  .nullable(DisplayName)
  .check(z.describe('Name shown to visitors of their shares; empty or null shows none'));
const isAdmin = z.boolean().check(z.describe('Can administer the instance'));
const quota = z
  .nullable(ByteCount)
  .check(z.describe("Storage limit in bytes: 0 for no limit, null for the instance's default"));

/** A new user. Without a password, they are invited by email to set one. */
export const CreateUser = z.strictObject({
  username: Username,
  email: Email,
  password: z.optional(
    Password.check(z.describe('If omitted, the user gets an email with a link to set one')),
  ),
  isAdmin: z.optional(isAdmin),
  quota: z.optional(quota),
});
export type CreateUser = z.input<typeof CreateUser>;

/** Changes to a user. Fields that are left out stay unchanged. */
export const UpdateUser = z.strictObject({
  username: z.optional(Username),
  displayName: z.optional(displayName),
  email: z.optional(Email),
  password: z.optional(
    Password.check(
      z.describe('Sets a new password, ends all sessions, revokes all API keys and unlinks all providers'),
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
    summary: 'Get the signed-in user, or null',
    response: z.nullable(CurrentUser),
    errors: [],
  }),
  updateMe: defineEndpoint({
    method: 'PATCH',
    path: '/users/me',
    access: 'user',
    apiKey: 'session',
    summary:
      'Change your display name, username or email address. Only the display name can be changed without your password. A new address takes effect once it is confirmed by email. If the instance does not send email, only administrators can change their address, which takes effect immediately',
    body: z.strictObject({
      username: z.optional(Username),
      displayName: z.optional(displayName),
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
    summary: 'Get what your account contains, and its storage limit',
    response: Usage,
    errors: [],
  }),
  removeMe: defineEndpoint({
    method: 'DELETE',
    path: '/users/me',
    access: 'user',
    apiKey: 'session',
    summary: 'Delete your account with all its shares, sessions and keys',
    body: z.strictObject({
      password: CurrentPassword,
      /** The account to change: another tab may have signed in a different user. */
      username: z.optional(Username),
    }),
    errors: ['password_wrong', 'fresh_sign_in_required', 'other_account', 'last_admin'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/users',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List users by name',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      /** Part of the name or the address. */
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.strictObject({
      users: z.array(ManagedUser),
      nextCursor: z.nullable(z.string()),
      /** Number of users over all pages. */
      total: Count,
    }),
    errors: [],
  }),
  adminsWithoutTotp: defineEndpoint({
    method: 'GET',
    path: '/adminsWithoutTotp',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Count the administrators who must set up two-factor authentication before they can do anything else once `policies.adminTotp` is on',
    response: AdminsWithoutTotp,
    errors: [],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Get a user',
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
      'Create a user with a password, or email an invitation. API keys cannot create administrators (`api_key_refused`)',
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
      "Change a user. Changing the role or password, or disabling the account, ends all the user's sessions. A new password or disabling also revokes all API keys, and a new password unlinks all providers. You cannot change your own name, address or password here (`forbidden`): use the account page, with your current password. Changing the address, password or role requires a session; API keys are refused (`api_key_refused`)",
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
      'Delete a user with all shares, sessions and keys. You can delete yourself only on the account page, with your current password',
    params: idParams,
    errors: ['user_not_found', 'last_admin'],
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/users/:id/invitation',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Resend the invitation to a user without a password',
    params: idParams,
    errors: ['user_not_found', 'user_has_password', 'mail_disabled'],
  }),
  endSessions: defineEndpoint({
    method: 'DELETE',
    path: '/users/:id/sessions',
    access: 'admin',
    apiKey: 'admin',
    summary: "End all of a user's sessions",
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
      "Turn off two-factor authentication for a user who lost both their authenticator and recovery codes, and end all the user's sessions. You cannot do this for yourself",
    params: idParams,
    errors: ['user_not_found', 'totp_not_enabled'],
  }),
};
