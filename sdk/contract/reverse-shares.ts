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
  SharePassword,
  Timestamp,
} from './formats/primitives.ts';

/**
 * - `open`: files can be sent
 * - `closed`: by its owner, who can open it again
 * - `used_up`: `maxUses` shares were created
 * - `expired`: its time is over
 */
export const ReverseShareState = z.enum(['open', 'closed', 'used_up', 'expired']);
export type ReverseShareState = z.output<typeof ReverseShareState>;

/** What the visitor may know. */
export const ReverseShareInvitation = z.strictObject({
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** Who gets the files: the user name of the owner. */
  owner: z.string(),
  /** When the link ends; null: never. */
  expiresAt: z.nullable(Timestamp),
  /** Bytes one share may have, by the reverse share or the instance; null: only the disk limits. */
  maxShareSize: z.nullable(ByteCount),
  hasPassword: z.boolean(),
  /** Only for who is signed in. */
  requiresSignIn: z.boolean(),
  /** Asks for the files alone, not for a name and a message. */
  hasSimpleForm: z.boolean(),
});
export type ReverseShareInvitation = z.output<typeof ReverseShareInvitation>;

/** A link by which others send files to its owner. */
export const ReverseShare = z.strictObject({
  id: ReverseShareId,
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  state: ReverseShareState,
  createdAt: Timestamp,
  /** When the link ends; null: never. */
  expiresAt: z.nullable(Timestamp),
  /** How long received shares live, from their completion; null: the instance's default. */
  shareExpiration: z.nullable(z.string()),
  /** Bytes one share may have; null: as the instance says. */
  maxShareSize: z.nullable(ByteCount),
  /** How many shares can be created; null: any number. */
  maxUses: z.nullable(Count),
  /** null: any number */
  remainingUses: z.nullable(Count),
  /** Shares that came in and are still there; those being uploaded too. */
  shareCount: Count,
  /** Bytes of them. */
  size: ByteCount,
  sendsNotification: z.boolean(),
  hasPassword: z.boolean(),
  requiresSignIn: z.boolean(),
  hasSimpleForm: z.boolean(),
  /** The link to hand out. */
  url: z.string(),
});
export type ReverseShare = z.output<typeof ReverseShare>;

const idParams = z.strictObject({ id: ReverseShareId });

const fields = {
  name: z.string().check(z.maxLength(100), z.describe('Name shown to who sends files')),
  description: z.string().check(z.maxLength(2000), z.describe('Message shown to who sends files')),
  expiration: Expiration.check(
    z.describe(
      'When the link ends: never, <n>-<unit> from now or an ISO date-time; the instance default when left out',
    ),
  ),
  shareExpiration: Expiration.check(
    z.describe('How long received shares live; the instance default when left out'),
  ),
  maxShareSize: ByteCount.check(z.minimum(1), z.describe('Bytes one received share may have')),
  maxUses: z.int().check(z.minimum(1), z.maximum(1_000_000), z.describe('How many shares can be received')),
  sendsNotification: z.boolean().check(z.describe('Mails you when files have come in')),
  password: SharePassword.check(z.describe('Who sends files must enter it')),
  requiresSignIn: z.boolean().check(z.describe('Only for who has an account here')),
  hasSimpleForm: z.boolean().check(z.describe('Asks for the files alone, not for a name and a message')),
};

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

/** What is left out stays as it is; null removes. The link always stays. */
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
  isClosed: z.optional(z.boolean().check(z.describe('Takes no more files until it is opened again'))),
});
export type UpdateReverseShare = z.input<typeof UpdateReverseShare>;

const expirationErrors = ['share_expiration_past', 'share_expiration_too_late'] as const;

export const reverseShares = {
  create: defineEndpoint({
    method: 'POST',
    path: '/reverseShares',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Create a link by which others send files to the caller',
    status: 201,
    body: CreateReverseShare,
    response: ReverseShare,
    errors: [...expirationErrors, 'mail_disabled'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/reverseShares',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'The reverse shares of the caller, newest first',
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
    summary: 'A reverse share of the caller',
    params: idParams,
    response: ReverseShare,
    errors: ['reverse_share_not_found'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/reverseShares/:id',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Change, close or re-open a reverse share; the link stays',
    params: idParams,
    body: UpdateReverseShare,
    response: ReverseShare,
    errors: ['reverse_share_not_found', ...expirationErrors, 'mail_disabled'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/reverseShares/:id',
    access: 'user',
    apiKey: 'reverse-shares',
    summary: 'Remove a reverse share and all shares that came in by it',
    params: idParams,
    errors: ['reverse_share_not_found'],
  }),
  invitation: defineEndpoint({
    method: 'GET',
    path: '/reverseShares/token/:token',
    access: 'anyone',
    apiKey: 'visit',
    summary: 'What somebody with the link may know of a reverse share',
    params: z.strictObject({ token: ReverseShareToken }),
    response: ReverseShareInvitation,
    errors: ['reverse_share_not_found', 'reverse_share_closed', 'reverse_share_used_up'],
  }),
};
