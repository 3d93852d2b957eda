import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  ByteCount,
  Count,
  Cursor,
  Expiration,
  queryInteger,
  ShareId,
  SharePassword,
  Timestamp,
} from './primitives.ts';

/**
 * - `draft`: files are being uploaded
 * - `completing`: the last checks run
 * - `active`: visitors can open it
 * - `expired`: over, kept for the owner to extend while `share.retention` lasts
 * - `removed`: gone; the link says so
 */
export const ShareState = z.enum(['draft', 'completing', 'active', 'expired', 'removed']);
export type ShareState = z.output<typeof ShareState>;

/** What a visitor sees. */
export const Share = z.strictObject({
  id: ShareId,
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  createdAt: Timestamp,
  /** null: never */
  expiresAt: z.nullable(Timestamp),
  fileCount: Count,
  /** Sum of the finished files. */
  size: ByteCount,
});
export type Share = z.output<typeof Share>;

/** What the owner sees, and whoever holds the upload token. */
export const OwnerShare = z.extend(Share, {
  state: ShareState,
  hasPassword: z.boolean(),
  /** null: unlimited */
  maxViews: z.nullable(Count),
  visitors: Count,
  completedAt: z.nullable(Timestamp),
  /** The link to hand out. */
  url: z.string(),
});
export type OwnerShare = z.output<typeof OwnerShare>;

const idParams = z.strictObject({ id: ShareId });

export const CreateShare = z.strictObject({
  id: z.optional(
    ShareId.check(z.describe('The link of the share, 3 to 50 characters; made up when left out')),
  ),
  name: z.optional(z.string().check(z.maxLength(100), z.describe('Name shown to visitors'))),
  description: z.optional(z.string().check(z.maxLength(2000), z.describe('Message shown to visitors'))),
  expiration: z.optional(
    Expiration.check(z.describe('never, <n>-<unit> or an ISO date-time; the instance default when left out')),
  ),
  password: z.optional(SharePassword.check(z.describe('Visitors must enter it to open the share'))),
  maxViews: z.optional(
    z.int().check(z.minimum(1), z.maximum(1_000_000_000), z.describe('How often the share can be opened')),
  ),
  /** Number and total size of the files to come: then limits are checked before the first byte. */
  files: z.optional(z.strictObject({ count: Count, size: ByteCount })),
});
export type CreateShare = z.input<typeof CreateShare>;

export const shares = {
  create: defineEndpoint({
    method: 'POST',
    path: '/shares',
    access: 'anyone',
    apiKey: 'shares:write',
    summary: 'Create a draft to upload files to',
    status: 201,
    body: CreateShare,
    response: z.strictObject({
      share: OwnerShare,
      /** Authorises uploads to this share, completion and discarding, while the upload is active. */
      uploadToken: z.string(),
    }),
    errors: [
      'share_anonymous_disabled',
      'share_id_taken',
      'share_expiration_past',
      'share_expiration_too_late',
      'share_too_large',
      'share_too_many_files',
      'quota_exceeded',
      'storage_full',
      'not_ready',
    ],
  }),
  isShareIdAvailable: defineEndpoint({
    method: 'GET',
    path: '/shares/isShareIdAvailable/:id',
    access: 'anyone',
    apiKey: 'shares:write',
    summary: 'Tell whether a link is free; needs the right to create shares',
    params: idParams,
    response: z.strictObject({ available: z.boolean() }),
    errors: ['share_anonymous_disabled'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/shares',
    access: 'user',
    apiKey: 'shares:read',
    summary: 'The shares of the caller, newest first',
    query: z.strictObject({
      cursor: z.optional(Cursor),
      limit: z._default(queryInteger(1, 200), 50),
      state: z.optional(ShareState),
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.strictObject({ shares: z.array(OwnerShare), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/shares/:id',
    access: 'share:view',
    apiKey: 'visit',
    summary: 'What a visitor sees of a share',
    params: idParams,
    response: Share,
    errors: [
      'share_not_found',
      'share_removed',
      'share_uploading',
      'share_view_limit',
      'share_password_required',
      'share_token_required',
    ],
  }),
  open: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/token',
    access: 'anyone',
    apiKey: 'visit',
    summary: 'Open a share: consumes a view and answers a share token, for browsers also as a cookie',
    params: idParams,
    body: z.optional(z.strictObject({ password: z.optional(z.string().check(z.maxLength(256))) })),
    response: z.strictObject({
      /** Sent as `X-Share-Token`. */
      token: z.string(),
      expiresAt: Timestamp,
    }),
    errors: [
      'share_not_found',
      'share_removed',
      'share_uploading',
      'share_view_limit',
      'share_password_required',
      'share_password_wrong',
    ],
  }),
  getOwned: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/owner',
    access: 'share:manage',
    apiKey: 'shares:read',
    summary: 'Everything the owner sees of a share',
    params: idParams,
    response: OwnerShare,
    errors: ['share_not_found', 'share_removed'],
  }),
  complete: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/complete',
    access: 'share:upload',
    apiKey: 'shares:write',
    summary: 'Publish a draft; answers the same again when it is published already',
    params: idParams,
    response: OwnerShare,
    errors: ['share_not_found', 'share_removed', 'share_empty', 'share_incomplete'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/shares/:id',
    access: 'share:remove',
    apiKey: 'shares:write',
    summary: 'Remove a share with its files, or discard a draft',
    params: idParams,
    errors: ['share_not_found', 'share_removed'],
  }),
};
