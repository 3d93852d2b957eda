import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  ByteCount,
  Count,
  Cursor,
  Expiration,
  queryInteger,
  ReverseShareId,
  ReverseShareToken,
  ShareDescription,
  ShareId,
  ShareName,
  SharePassword,
  Timestamp,
} from './formats/primitives.ts';
import { CoverFile } from './shares/shapes.ts';

/**
 * - `open`: files can be sent
 * - `closed`: its owner has closed it and can reopen it
 * - `used_up`: `maxUses` shares have been created
 * - `expired`: its expiry has passed
 */
export const ReverseShareState = z.enum(['open', 'closed', 'used_up', 'expired']);
export type ReverseShareState = z.output<typeof ReverseShareState>;

/** A reverse share as its visitors see it. */
export const ReverseShareInvitation = z.strictObject({
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** The username of the owner, who receives the files. */
  owner: z.string(),
  /** When the link ends; null: never. */
  expiresAt: z.nullable(Timestamp),
  /** Maximum bytes of one share, set by the reverse share or the instance; null: limited only by the disk. */
  maxShareSize: z.nullable(ByteCount),
  hasPassword: z.boolean(),
  /** Only signed-in users can send files. */
  requiresSignIn: z.boolean(),
  /** The upload form requests only files, not a name and a message. */
  hasSimpleForm: z.boolean(),
});
export type ReverseShareInvitation = z.output<typeof ReverseShareInvitation>;

/** A link through which others send files to its owner. */
export const ReverseShare = z.strictObject({
  id: ReverseShareId,
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  state: ReverseShareState,
  createdAt: Timestamp,
  /** When the link ends; null: never. */
  expiresAt: z.nullable(Timestamp),
  /** When received shares expire, measured from completion; null: the instance's default. */
  shareExpiration: z.nullable(z.string()),
  /** Maximum bytes of one share; null: the instance's limit. */
  maxShareSize: z.nullable(ByteCount),
  /** Maximum number of shares that can be created; null: no limit. */
  maxUses: z.nullable(Count),
  /** Number of shares that can still be created; null: no limit. */
  remainingUses: z.nullable(Count),
  /** Received shares that still exist, including those being uploaded. */
  shareCount: Count,
  /** Total bytes of these shares. */
  size: ByteCount,
  /** Files that stand for the newest of these shares that is complete, at most three; null: there is none. */
  cover: z.nullable(z.strictObject({ shareId: ShareId, files: z.array(CoverFile).check(z.maxLength(3)) })),
  sendsNotification: z.boolean(),
  hasPassword: z.boolean(),
  requiresSignIn: z.boolean(),
  hasSimpleForm: z.boolean(),
  /** The link to send to others. */
  url: z.string(),
});
export type ReverseShare = z.output<typeof ReverseShare>;

const idParams = z.strictObject({ id: ReverseShareId });

const fields = {
  name: ShareName.check(z.describe('Name shown to senders')),
  description: ShareDescription.check(z.describe('Message shown to senders')),
  expiration: Expiration.check(
    z.describe(
      'When the link expires: never, <n>-<unit> from now or an ISO date-time; the instance default if omitted',
    ),
  ),
  shareExpiration: Expiration.check(
    z.describe('When received shares expire; the instance default if omitted'),
  ),
  maxShareSize: ByteCount.check(z.minimum(1), z.describe('Maximum size of one received share, in bytes')),
  maxUses: z.int().check(z.minimum(1), z.maximum(1_000_000), z.describe('How many shares can be received')),
  sendsNotification: z.boolean().check(z.describe('Emails you when files are received')),
  password: SharePassword.check(z.describe('Senders must enter it')),
  requiresSignIn: z.boolean().check(z.describe('Only for people with an account on this server')),
  hasSimpleForm: z.boolean().check(z.describe('Asks only for files, not for a name and a message')),
};

/** A new reverse share. */
export const CreateReverseShare = z.strictObject({
  name: z.optional(fields.name),
  description: z.optional(fields.description),
  expiration: z.optional(fields.expiration),
  shareExpiration: z.optional(fields.shareExpiration),
  maxShareSize: z.optional(fields.maxShareSize),
  maxUses: z.optional(fields.maxUses),
  sendsNotification: z.optional(fields.sendsNotification),
  password: z.optional(fields.password),
  requiresSignIn: z.optional(fields.requiresSignIn),
  hasSimpleForm: z.optional(fields.hasSimpleForm),
});
export type CreateReverseShare = z.input<typeof CreateReverseShare>;

/** Fields left out stay unchanged; null removes a value. The link never changes. */
export const UpdateReverseShare = z.strictObject({
  name: z.optional(z.nullable(fields.name)),
  description: z.optional(z.nullable(fields.description)),
  expiration: z.optional(fields.expiration),
  shareExpiration: z.optional(z.nullable(fields.shareExpiration)),
  maxShareSize: z.optional(z.nullable(fields.maxShareSize)),
  maxUses: z.optional(z.nullable(fields.maxUses)),
  sendsNotification: z.optional(fields.sendsNotification),
  password: z.optional(z.nullable(fields.password)),
  requiresSignIn: z.optional(fields.requiresSignIn),
  hasSimpleForm: z.optional(fields.hasSimpleForm),
  isClosed: z.optional(z.boolean().check(z.describe('Accepts no files until it is reopened'))),
});
export type UpdateReverseShare = z.input<typeof UpdateReverseShare>;

const expirationErrors = ['share_expiration_past', 'share_expiration_too_late'] as const;

export const reverseShares = {
  create: defineEndpoint({
    method: 'POST',
    path: '/reverseShares',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Create a reverse share',
    status: 201,
    body: CreateReverseShare,
    response: ReverseShare,
    errors: ['reverse_shares_disabled', ...expirationErrors, 'mail_disabled'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/reverseShares',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'List your reverse shares, newest first',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      /** Part of the name. */
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.strictObject({ reverseShares: z.array(ReverseShare), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/reverseShares/:id',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Get one of your reverse shares',
    params: idParams,
    response: ReverseShare,
    errors: ['reverse_share_not_found'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/reverseShares/:id',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Edit, close or reopen a reverse share; the link stays the same',
    params: idParams,
    body: UpdateReverseShare,
    response: ReverseShare,
    errors: ['reverse_share_not_found', 'reverse_shares_disabled', ...expirationErrors, 'mail_disabled'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/reverseShares/:id',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Delete a reverse share and all shares received through it',
    params: idParams,
    errors: ['reverse_share_not_found'],
  }),
  invitation: defineEndpoint({
    method: 'GET',
    path: '/reverseShares/token/:token',
    access: 'anyone',
    apiKey: 'visit',
    summary: 'Get what anyone with the link can see of a reverse share',
    params: z.strictObject({ token: ReverseShareToken }),
    response: ReverseShareInvitation,
    errors: ['reverse_share_not_found', 'reverse_share_closed', 'reverse_share_used_up'],
  }),
};
