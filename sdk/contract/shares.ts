import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import {
  Count,
  Cursor,
  queryInteger,
  ReverseShareId,
  ShareId,
  Timestamp,
  UserId,
} from './formats/primitives.ts';
import { AnnouncedFiles, CreateDraft, shareSorts, UpdateShare } from './shares/inputs.ts';
import { AdminShare, OwnerShare, Share, ShareDetails, ShareState, VisitRefusal } from './shares/shapes.ts';

export * from './shares/shapes.ts';

const idParams = z.strictObject({ id: ShareId });

const shareListQuery = {
  cursor: z.optional(Cursor),
  limit: z._default(queryInteger(1, 200), 50),
  state: z.optional(ShareState),
  /** Part of the name or the link. */
  search: z.optional(z.string().check(z.maxLength(100))),
  sort: z._default(z.enum(shareSorts), 'createdAt'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  /** Only shares received through a reverse share. */
  received: z.optional(z.literal('true')),
};

/** The response that grants uploading to a share. */
const UploadGrant = z.strictObject({
  share: OwnerShare,
  /** Authorizes uploading to this share, completing it and discarding a draft, while the upload is active. */
  uploadToken: z.string(),
});

const createErrors = [
  'share_expiration_past',
  'share_expiration_too_late',
  'share_needs_password',
  'share_recipients_disabled',
] as const;

const sizeErrors = [
  'share_too_large',
  'share_too_many_files',
  'quota_exceeded',
  'storage_full',
  'not_ready',
] as const;

export const shares = {
  create: defineEndpoint({
    method: 'POST',
    path: '/shares',
    access: 'anyone',
    apiKey: 'shares:write',
    summary: 'Create a draft to upload files to',
    status: 201,
    body: CreateDraft,
    response: UploadGrant,
    errors: [
      'share_anonymous_disabled',
      'share_id_taken',
      'share_completed',
      ...createErrors,
      ...sizeErrors,
      'reverse_share_not_found',
      'reverse_share_closed',
      'reverse_share_used_up',
      'reverse_share_full',
      'share_password_required',
      'share_password_wrong',
    ],
  }),
  isShareIdAvailable: defineEndpoint({
    method: 'GET',
    path: '/shares/isShareIdAvailable/:id',
    access: 'anyone',
    apiKey: 'shares:write',
    summary: 'Check whether a link is available; requires permission to create shares',
    params: idParams,
    response: z.strictObject({ available: z.boolean() }),
    errors: ['share_anonymous_disabled'],
  }),
  list: defineEndpoint({
    method: 'GET',
    path: '/shares',
    access: 'user',
    apiKey: 'shares:read',
    summary: 'List your shares, newest first by default',
    query: z.strictObject({
      ...shareListQuery,
      /** Only shares received through this reverse share, including those still being uploaded. */
      reverseShare: z.optional(ReverseShareId),
    }),
    response: z.strictObject({ shares: z.array(OwnerShare), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  listAll: defineEndpoint({
    method: 'GET',
    path: '/shares/all',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List the shares of all users, newest first by default',
    query: z.strictObject({
      ...shareListQuery,
      /** Only shares of this account. */
      owner: z.optional(UserId),
    }),
    response: z.strictObject({ shares: z.array(AdminShare), nextCursor: z.nullable(z.string()) }),
    errors: [],
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/shares/:id',
    access: 'share:view',
    apiKey: 'visit',
    summary: 'Get a share as visitors see it',
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
  visit: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/visit',
    access: 'anyone',
    apiKey: 'visit',
    summary:
      'Get a share as visitors see it; opens it first if it has neither password nor view limit. What keeps it closed is no error here',
    params: idParams,
    response: z.strictObject({
      /** null: closed, see `refusal` */
      share: z.nullable(Share),
      /** Sent as `X-Share-Token`, and for browsers also set as a cookie; null if the share was open before. */
      token: z.nullable(z.string()),
      /** `maxViews`: the view limit if there is one, else 0 */
      refusal: z.nullable(z.strictObject({ code: VisitRefusal, maxViews: Count })),
    }),
    errors: [],
  }),
  open: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/token',
    access: 'anyone',
    apiKey: 'visit',
    summary: 'Open a share: uses up a view and returns a share token, for browsers also as a cookie',
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
    summary: 'Get a share as its owner sees it',
    params: idParams,
    response: ShareDetails,
    errors: ['share_not_found', 'share_removed'],
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/shares/:id',
    access: 'share:edit',
    apiKey: 'shares:write',
    summary: 'Edit the details of a share and who can open it; the link keeps working',
    params: idParams,
    body: UpdateShare,
    response: ShareDetails,
    errors: ['share_not_found', 'share_removed', 'share_recipient_limit', ...createErrors],
  }),
  append: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/append',
    access: 'share:append',
    apiKey: 'shares:write',
    summary: 'Add files to a published share, or continue a draft. Returns a new upload token',
    params: idParams,
    body: z.optional(z.strictObject({ files: z.optional(AnnouncedFiles) })),
    response: UploadGrant,
    errors: ['share_not_found', 'share_removed', ...sizeErrors],
  }),
  complete: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/complete',
    access: 'share:upload',
    apiKey: 'shares:write',
    summary:
      'Publish a draft, or stop adding files to a share; returns the same response if there is nothing left to do',
    params: idParams,
    response: OwnerShare,
    errors: ['share_not_found', 'share_removed', 'share_empty', 'share_incomplete', 'share_expiration_past'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/shares/:id',
    access: 'share:remove',
    apiKey: 'shares:write',
    summary: 'Delete a share with its files, or discard a draft',
    params: idParams,
    errors: ['share_not_found', 'share_removed'],
  }),
};
