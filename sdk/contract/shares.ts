import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Thumbnail } from './files.ts';
import {
  ByteCount,
  Count,
  Cursor,
  Email,
  FileId,
  queryInteger,
  ReverseShareId,
  ShareId,
  Timestamp,
  UserId,
} from './formats/primitives.ts';
import { AnnouncedFiles, CreateDraft, shareSorts, UpdateShare } from './share-inputs.ts';

/**
 * - `draft`: files are being uploaded
 * - `completing`: the last checks run
 * - `active`: visitors can open it
 * - `expired`: visitors cannot open it; its owner can extend it until `share.retention` has passed
 * - `removed`: deleted; the link says so
 */
export const ShareState = z.enum(['draft', 'completing', 'active', 'expired', 'removed']);
export type ShareState = z.output<typeof ShareState>;

/** A share as its visitors see it, once they may open it. */
export const Share = z.strictObject({
  id: ShareId,
  name: z.nullable(z.string()),
  description: z.nullable(z.string()),
  /** The display name of its owner; null: the owner has none, or the share was created without an account or received. */
  sender: z.nullable(z.string()),
  createdAt: Timestamp,
  /** null: never */
  expiresAt: z.nullable(Timestamp),
  fileCount: Count,
  /** Sum of the finished files. */
  size: ByteCount,
  /** True while files are being added to a published share. */
  isAdding: z.boolean(),
  /** True if direct links (`/d/…`) work; using them does not count as a view. */
  hasDirectLinks: z.boolean(),
});
export type Share = z.output<typeof Share>;

/** Why a share does not open by itself. With `share_token_required` it opens on request, which uses up a view. */
export const VisitRefusal = z.enum([
  'share_not_found',
  'share_removed',
  'share_uploading',
  'share_view_limit',
  'share_password_required',
  'share_token_required',
]);
export type VisitRefusal = z.output<typeof VisitRefusal>;

/** The actions that the caller may perform on the share in its current state. */
export const ShareAbilities = z.strictObject({
  download: z.boolean(),
  /** Continue a draft, or add files to a published share. */
  append: z.boolean(),
  /** Change its details, access and expiry; also extend it after it has expired. */
  edit: z.boolean(),
  removeFile: z.boolean(),
  /** Discard a draft, or remove a completed share. */
  remove: z.boolean(),
});
export type ShareAbilities = z.output<typeof ShareAbilities>;

/** One of the files that stand for a share in lists. */
export const CoverFile = z.strictObject({
  id: FileId,
  name: z.string(),
  /** null: the file has no thumbnail, or none yet. */
  thumbnail: z.nullable(Thumbnail),
});
export type CoverFile = z.output<typeof CoverFile>;

/**
 * A share as its owner, or anyone with its upload token, sees it. With the token alone, `visitors` and `downloads` are
 * 0 and `lastAccessAt` is null. Once a received share is published, its sender does not see the owner's changes to it.
 */
export const OwnerShare = z.extend(z.omit(Share, { sender: true }), {
  state: ShareState,
  hasPassword: z.boolean(),
  /** null: unlimited */
  maxViews: z.nullable(Count),
  visitors: Count,
  /** Number of downloads, of single files and of archives. */
  downloads: Count,
  /** When a visitor last opened it or downloaded from it. */
  lastAccessAt: z.nullable(Timestamp),
  completedAt: z.nullable(Timestamp),
  /** The reverse share through which it was received. */
  reverseShareId: z.nullable(ReverseShareId),
  /** The link to share. */
  url: z.string(),
  /** At most three files: those with thumbnails first, then the largest. Empty for the sender of a received share. */
  cover: z.array(CoverFile).check(z.maxLength(3)),
  can: ShareAbilities,
});
export type OwnerShare = z.output<typeof OwnerShare>;

/**
 * - `waiting`: the share is not published yet
 * - `queued`: waits for the mail server
 * - `sent`: the mail server has accepted it
 * - `failed`: it was not accepted, and is not retried
 */
export const RecipientState = z.enum(['waiting', 'queued', 'sent', 'failed']);
export type RecipientState = z.output<typeof RecipientState>;

/** A person who receives the link by mail. */
export const Recipient = z.strictObject({
  email: Email,
  state: RecipientState,
  /** Time of the last change of the state. */
  changedAt: Timestamp,
  /** The mail server's last answer about this mail, or null. Problems of that server are shown to administrators. */
  problem: z.nullable(z.string()),
});
export type Recipient = z.output<typeof Recipient>;

/** Everything about one share. */
export const ShareDetails = z.extend(OwnerShare, { recipients: z.array(Recipient) });
export type ShareDetails = z.output<typeof ShareDetails>;

/** A share as administrators see it. */
export const AdminShare = z.extend(OwnerShare, {
  /** null: created without an account */
  owner: z.nullable(z.strictObject({ id: UserId, username: z.string() })),
});
export type AdminShare = z.output<typeof AdminShare>;

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
    errors: ['share_not_found', 'share_removed', 'share_empty', 'share_incomplete'],
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
