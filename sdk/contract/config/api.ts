import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { ByteCount, Email } from '../formats/primitives.ts';
import type { PictureFormat } from './rows.ts';

export const ConfigVariable = z.strictObject({
  key: z.string(),
  type: z.enum(['number', 'boolean', 'string', 'text']),
  /** The stored text; null: the default applies. */
  value: z.nullable(z.string()),
  defaultValue: z.string(),
});
export type ConfigVariable = z.output<typeof ConfigVariable>;

export const AdminConfigVariable = z.extend(ConfigVariable, {
  /** The environment variable that sets and locks it, or null. */
  lockedBy: z.nullable(z.string()),
  /** A stored or locked value applies, not the default. */
  isSet: z.boolean(),
  /** `value` is always null: a secret can be replaced and removed, never read. */
  isSecret: z.boolean(),
});
export type AdminConfigVariable = z.output<typeof AdminConfigVariable>;

/** The mails whose subject and message an administrator can write: `email.<template>Subject` and `…Message`. */
export const mailTemplates = ['shareRecipients', 'reverseShare', 'resetPassword', 'invite'] as const;
export type MailTemplateName = (typeof mailTemplates)[number];

/** A mail as it would be sent, with made-up values in place of the placeholders. */
export const MailPreview = z.strictObject({
  subject: z.string(),
  text: z.string(),
  /** A whole document. Nothing in it is loaded from elsewhere. */
  html: z.string(),
});
export type MailPreview = z.output<typeof MailPreview>;

/**
 * Why a person of the directory cannot sign in.
 *
 * - `group_not_allowed`: not a member of a group that may sign in (`groups.allowed`)
 * - `no_email`: the directory has no valid email address for them
 * - `not_linked`: an account here has their address, and is not theirs: `ldap.linkByEmail` is off, or it is linked to
 *   somebody else in the directory
 * - `no_user`: their account is disabled
 */
export const directoryRefusals = ['group_not_allowed', 'no_email', 'not_linked', 'no_user'] as const;
export type DirectoryRefusal = (typeof directoryRefusals)[number];

/** What the directory says about a person, and what this means here. */
export const DirectoryPerson = z.strictObject({
  dn: z.string(),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  /** The groups as the directory lists them: usually their DNs. */
  groups: z.array(z.string()),
  /** Why the person cannot sign in; null: they can. */
  refusal: z.nullable(z.enum(directoryRefusals)),
  /** Whether `groups.rules` make them an administrator; null: no rule is about administrators. */
  isAdmin: z.nullable(z.boolean()),
  /** Bytes that `groups.rules` give; 0: no limit; null: the groups give none. */
  quota: z.nullable(ByteCount),
});
export type DirectoryPerson = z.output<typeof DirectoryPerson>;

/** Limits of uploaded pictures: bytes of the file, and pixels of each side. */
export const pictureLimits = {
  logo: { bytes: 2_000_000, pixels: 4096 },
  cover: { bytes: 5 * 1024 * 1024, pixels: 6000 },
} as const satisfies Record<PictureFormat, { bytes: number; pixels: number }>;

export const configs = {
  list: defineEndpoint({
    method: 'GET',
    path: '/configs',
    access: 'anyone',
    apiKey: 'any',
    summary: 'List the public configuration variables',
    response: z.array(ConfigVariable),
    errors: [],
  }),
  listCategory: defineEndpoint({
    method: 'GET',
    path: '/configs/admin/:category',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List the configuration variables of a category',
    params: z.strictObject({ category: z.string().check(z.maxLength(30)) }),
    response: z.array(AdminConfigVariable),
    errors: ['config_unknown'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/configs/admin',
    access: 'admin',
    apiKey: 'session',
    summary: 'Change configuration variables, all or none; an empty value restores the default',
    body: z
      .array(
        z.strictObject({
          key: z.string().check(z.maxLength(100)),
          /** A number or a truth value means the same as its text. */
          value: z.union([z.string().check(z.maxLength(100_000)), z.number(), z.boolean()]),
        }),
      )
      .check(z.minLength(1), z.maxLength(200)),
    response: z.array(AdminConfigVariable),
    errors: ['config_unknown', 'config_invalid', 'config_locked'],
  }),
  finishSetup: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/finishSetup',
    access: 'admin',
    apiKey: 'session',
    summary: 'Finish setup; works once',
    errors: ['setup_already_done'],
  }),
  testEmail: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/testEmail',
    access: 'admin',
    apiKey: 'session',
    summary: "Send a test email immediately with the saved settings, and return the mail server's answer",
    body: z.strictObject({ email: Email }),
    response: z.strictObject({
      /** The last line of the mail server: `250 2.0.0 Ok: queued as 4QxYz` */
      answer: z.string(),
    }),
    errors: ['smtp_incomplete', 'mail_refused'],
  }),
  testDirectory: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/testDirectory',
    access: 'admin',
    apiKey: 'admin',
    summary:
      'Test the saved settings of the directory, even while it is turned off: connects, signs in as the search account, and searches; with a username, returns what the directory says about this person. Nobody signs in',
    body: z.strictObject({
      /** A username or email address, as people type it to sign in. */
      username: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
    }),
    response: z.strictObject({
      /** null: no username was given. */
      person: z.nullable(DirectoryPerson),
    }),
    errors: [
      'ldap_incomplete',
      'directory_unreachable',
      'directory_untrusted',
      'directory_unencrypted',
      'directory_bind_refused',
      'directory_base_missing',
      'directory_search_refused',
      'directory_person_missing',
      'directory_person_ambiguous',
    ],
  }),
  previewMail: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/mailPreview',
    access: 'admin',
    apiKey: 'session',
    summary:
      'Preview an email with these texts, even if they are not saved; empty texts are replaced with the built-in ones',
    body: z.strictObject({
      template: z.enum(mailTemplates),
      subject: z.string().check(z.maxLength(200)),
      message: z.string().check(z.maxLength(10_000)),
    }),
    response: MailPreview,
    errors: ['config_invalid'],
  }),
  uploadLogo: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/logo',
    access: 'admin',
    apiKey: 'session',
    summary: 'Replace the logo with a square PNG',
    kind: 'form',
    file: { mediaType: 'image/png', maxBytes: pictureLimits.logo.bytes },
    response: AdminConfigVariable,
    errors: ['logo_not_png', 'logo_not_square', 'logo_too_large', 'logo_damaged'],
  }),
  uploadCover: defineEndpoint({
    method: 'POST',
    path: '/configs/admin/cover',
    access: 'admin',
    apiKey: 'session',
    summary: 'Replace the background picture with a JPEG, PNG or WebP picture that does not move',
    kind: 'form',
    file: { mediaType: 'image/*', maxBytes: pictureLimits.cover.bytes },
    response: AdminConfigVariable,
    errors: ['cover_wrong_type', 'cover_too_large', 'cover_damaged'],
  }),
};
