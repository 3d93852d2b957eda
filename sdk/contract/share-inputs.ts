import * as z from 'zod/mini';
import {
  ByteCount,
  Count,
  Email,
  Expiration,
  ReverseShareToken,
  ShareId,
  SharePassword,
} from './formats/primitives.ts';

const shareName = z.string().check(z.maxLength(100), z.describe('Name shown to visitors'));
const shareDescription = z.string().check(z.maxLength(2000), z.describe('Message shown to visitors'));
const sharePassword = SharePassword.check(z.describe('Visitors must enter it to open the share'));
const shareMaxViews = z
  .int()
  .check(z.minimum(1), z.maximum(1_000_000_000), z.describe('How often the share can be opened'));
/** How many mails tell of one share in all, also after its list was changed. */
export const maxRecipients = 50;

const shareRecipients = z
  .array(Email)
  .check(
    z.maxLength(maxRecipients),
    z.describe('Get the link by email; requires an account and a mail server'),
  );
/** Number and total bytes of files to come. */
export const AnnouncedFiles = z.strictObject({ count: Count, size: ByteCount });

export const CreateShare = z.strictObject({
  id: z.optional(
    ShareId.check(z.describe('The link of the share, 3 to 50 characters; generated if omitted')),
  ),
  name: z.optional(shareName),
  description: z.optional(shareDescription),
  expiration: z.optional(
    Expiration.check(z.describe('never, <n>-<unit> or an ISO date-time; the instance default if omitted')),
  ),
  password: z.optional(sharePassword),
  maxViews: z.optional(shareMaxViews),
  recipients: z.optional(shareRecipients),
  /** Number and total size of the files to come: then limits are checked before the first byte. */
  files: z.optional(AnnouncedFiles),
  /**
   * Sends the files to the owner of a reverse share, who decides about everything else: beside it only `files` are
   * accepted and, unless it has the simple form, `name` and `description`.
   */
  reverseShare: z.optional(
    z.strictObject({ token: ReverseShareToken, password: z.optional(z.string().check(z.maxLength(256))) }),
  ),
});
export type CreateShare = z.input<typeof CreateShare>;

export const CreateDraft = z.extend(CreateShare, {
  /**
   * Made up by the client for this one creation, 22 to 64 random characters: repeated with it, the creation answers the
   * draft it has made already, with a new upload token, instead of a second one.
   */
  idempotencyKey: z.optional(z.string().check(z.regex(/^[\w-]{22,64}$/, 'invalid'))),
});
export type CreateDraft = z.input<typeof CreateDraft>;

/** What is left out stays as it is; null removes. The link always stays. */
export const UpdateShare = z.strictObject({
  name: z.optional(z.nullable(shareName)),
  description: z.optional(z.nullable(shareDescription)),
  expiration: z.optional(
    Expiration.check(z.describe('never, <n>-<unit> from now or an ISO date-time; reopens an expired share')),
  ),
  password: z.optional(z.nullable(sharePassword)),
  maxViews: z.optional(z.nullable(shareMaxViews)),
  /** The complete list: anyone missing from it is removed, and only new recipients get an email. */
  recipients: z.optional(shareRecipients),
});
export type UpdateShare = z.input<typeof UpdateShare>;

export const shareSorts = ['createdAt', 'name', 'size', 'visitors', 'expiresAt'] as const;
export type ShareSort = (typeof shareSorts)[number];
