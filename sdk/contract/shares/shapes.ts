import * as z from 'zod/mini';
import { Thumbnail } from '../files.ts';
import {
  ByteCount,
  Count,
  Email,
  FileId,
  ReverseShareId,
  ShareId,
  Timestamp,
  UserId,
} from '../formats/primitives.ts';

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
  /** Files that cannot be downloaded yet, because they are being checked for malware; absent if there are none. */
  scanning: z.optional(Count),
});
export type Share = z.output<typeof Share>;

/** Why a share does not open by itself. With `share_token_required` it opens on request, which uses up a view. */
export const VisitRefusal = z.enum([
  'share_not_found',
  'share_removed',
  'share_quarantined',
  'share_uploading',
  'share_view_limit',
  'share_password_required',
  'share_token_required',
]);
export type VisitRefusal = z.output<typeof VisitRefusal>;

/**
 * The actions that the caller may perform on the share in its current state. With an upload token alone, that is to
 * discard a draft and to download and remove its files, and nothing more once it is published.
 */
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

/** Files of a share that have begun to arrive, but have not finished. */
export const Arriving = z.strictObject({
  /**
   * The path of the first of them, also if it arrives in parts; null: they arrive together in a bundle, or in parts whose
   * client has not said of which file.
   */
  firstPath: z.nullable(z.string()),
  /** Bytes that have arrived. They are not part of the size of the share. */
  receivedBytes: ByteCount,
});
export type Arriving = z.output<typeof Arriving>;

/**
 * A share as its owner, or anyone with its upload token, sees it. With the token alone, `visitors` and `downloads` are
 * 0 and `lastAccessAt` is null. Once a received share is published, its sender does not see the owner's changes to it.
 */
export const OwnerShare = z.extend(z.omit(Share, { sender: true }), {
  state: ShareState,
  /** Malware was found in one of its files: visitors cannot open it until that file is deleted or released. */
  isQuarantined: z.boolean(),
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
  /** null: no file is unfinished. Also null for the sender of a received share. */
  arriving: z.nullable(Arriving),
  can: ShareAbilities,
});
export type OwnerShare = z.output<typeof OwnerShare>;

/**
 * - `waiting`: the share is not published yet
 * - `queued`: waits for the mail server
 * - `sent`: the mail server has accepted it
 * - `failed`: it was not accepted, and is not retried; or the share expired before it was sent, and it is sent if the
 *   share is extended
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
