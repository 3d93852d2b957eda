import * as z from 'zod/mini';
import { withAsciiDomain } from './addresses.ts';
import { isExpiration } from './expiration.ts';
import { oneLinePattern } from './one-line.ts';
import { reverseShareTokenPattern } from './reverse-share-token.ts';

/** Checks a text; its message is the code of the catalogue text (`validation.<code>`). */
const pattern = (regex: RegExp, code: string) => z.regex(regex, code);

/**
 * Schemas of path parameters whose values the server may write to its log. The values of all others are hidden, so a
 * new parameter is safe by default. Register a schema only if knowing a value gives access to nothing.
 */
export const loggable = z.registry();

/** 128 random bits in hexadecimal. */
const randomId = () => z.string().check(pattern(/^[0-9a-f]{32}$/, 'invalid'));

/** Our own ids. Knowing one gives access to nothing. */
const internalId = () => randomId().register(loggable);

export const UserId = internalId().brand<'UserId'>();
export type UserId = z.output<typeof UserId>;

export const SessionId = internalId().brand<'SessionId'>();
export type SessionId = z.output<typeof SessionId>;

export const ApiKeyId = internalId().brand<'ApiKeyId'>();
export type ApiKeyId = z.output<typeof ApiKeyId>;

export const WorkloadIdentityId = internalId().brand<'WorkloadIdentityId'>();
export type WorkloadIdentityId = z.output<typeof WorkloadIdentityId>;

export const WebhookId = internalId().brand<'WebhookId'>();
export type WebhookId = z.output<typeof WebhookId>;

export const WebhookDeliveryId = internalId().brand<'WebhookDeliveryId'>();
export type WebhookDeliveryId = z.output<typeof WebhookDeliveryId>;

export const ReverseShareId = internalId().brand<'ReverseShareId'>();
export type ReverseShareId = z.output<typeof ReverseShareId>;

/** The id of a share's row in the database. It is never shown outside and never reused. */
export const ShareKey = internalId().brand<'ShareKey'>();
export type ShareKey = z.output<typeof ShareKey>;

export const FileId = internalId().brand<'FileId'>();
export type FileId = z.output<typeof FileId>;

/** The id of an upload, which becomes the id of the finished file. */
export const UploadId = randomId().brand<'UploadId'>();
export type UploadId = z.output<typeof UploadId>;

/** The link of a share, `{appUrl}/s/{id}`. Custom ids have 3 to 50 characters. */
export const ShareId = z
  .string()
  .check(z.minLength(3), z.maxLength(50), pattern(/^[A-Za-z0-9_-]*$/, 'share_id'))
  .brand<'ShareId'>();
export type ShareId = z.output<typeof ShareId>;

/** A number of bytes, an integer up to 2^53−1: `int` allows no larger ones. */
export const ByteCount = z.int().check(z.minimum(0));

export const Count = z.int().check(z.minimum(0));

/** A moment in UTC, ISO 8601. */
export const Timestamp = z.iso.datetime();

/** SHA-256 in lower-case hexadecimal. */
export const Sha256 = z.string().check(pattern(/^[0-9a-f]{64}$/, 'invalid'));

export const Email = z.string().check(z.maxLength(254), z.email('email'));

/** The address of a person who gets the link of a share. Its domain may be an international one, as people write it. */
export const RecipientEmail = z
  .string()
  .check(z.overwrite(withAsciiDomain), z.maxLength(254), z.email('email'));

/** 3 to 32 letters, digits, `_` and `.`; no `@`, so that it never looks like an e-mail address. */
export const Username = z
  .string()
  .check(z.minLength(3), z.maxLength(32), pattern(/^[A-Za-z0-9_.]*$/, 'username'));

/**
 * A name for people, not for signing in. Control characters are refused, and so are those that change the direction of
 * the text around them.
 */
export const DisplayName = z.string().check(z.trim(), z.maxLength(60), pattern(oneLinePattern, 'invalid'));

/** The name of a share or reverse share. The same characters are refused as in a {@link DisplayName}. */
export const ShareName = z.string().check(z.trim(), z.maxLength(100), pattern(oneLinePattern, 'invalid'));

/** The message of a share or reverse share, with line breaks. Not every database can store NUL and halves of characters. */
export const ShareDescription = z.string().check(z.maxLength(2000), pattern(/^[^\0\p{Cs}]*$/u, 'invalid'));

/** A new password, used exactly as given: without trimming or changing case. */
export const Password = z.string().check(z.minLength(8), z.maxLength(256));

/** A password to check. Any text up to the limit is compared, so that the response does not reveal the rules. */
export const PresentedPassword = z.string().check(z.minLength(1), z.maxLength(256));

/**
 * The caller's password, required to change the account or its security. It is left out for an account without a
 * password, whose session must then be younger than ten minutes (`fresh_sign_in_required`).
 */
export const CurrentPassword = z.optional(
  PresentedPassword.check(
    z.describe(
      'The current password. Omitted for accounts without one, which must have signed in within the last ten minutes',
    ),
  ),
);

/** Six digits from an authenticator app (RFC 6238). */
export const TotpCode = z.string().check(pattern(/^\d{6}$/, 'totp'));

/** A code from an authenticator app, or one of the recovery codes: `abcde-fghij`. */
export const SecondFactor = z.string().check(z.minLength(1), z.maxLength(40));

export const SharePassword = z.string().check(z.minLength(3), z.maxLength(256));

/** The secret part of the link of a reverse share, `{appUrl}/upload/{token}`: 256 random bits. */
export const ReverseShareToken = z.string().check(pattern(reverseShareTokenPattern, 'invalid'));

/** `never`, `<n>-<unit>` (minute, hour, day, week, month, year) or an ISO 8601 date-time. */
export const Expiration = z.string().check(z.refine(isExpiration, 'expiration'));

/** Position in a paged list: the `nextCursor` of the previous response. */
export const Cursor = z.string().check(z.maxLength(1400));

/** Integers in a query string, in plain decimal. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(pattern(/^(0|[1-9]\d{0,15})$/, 'not_number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.minimum(minimum), z.maximum(maximum)),
    ),
  );
