import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { pathLimits } from './formats/paths.ts';
import { ShareId, UploadId } from './formats/primitives.ts';
import { PutShareQuery } from './shares/inputs.ts';
import { OwnerShare } from './shares/shapes.ts';

/**
 * Files are sent using the tus resumable upload protocol 1.0.0 (https://tus.io/protocols/resumable-upload) with the
 * extensions creation, creation-with-upload, creation-defer-length, checksum, concatenation, expiration and termination. Only shares that a user
 * creates take uploads of deferred length, and each of their requests announces its own with `Content-Length`. The session of the share's owner or
 * `Authorization: Bearer <uploadToken>` authorises every request.
 */
export const uploadsPath = '/api/uploads';

/** Programs that cannot do more than send a file, such as `curl -T`, send it below this path, which is not part of the API. */
export const putPath = '/u';

/**
 * The keys of `Upload-Metadata`. Others, such as `name` and `filetype`, are ignored; so is a key without a value, or with
 * the text `null` as Uppy writes it.
 */
export const UploadMetadata = z.object({
  /** The share to upload to; by default the share of the upload token. */
  shareId: z.optional(ShareId),
  filename: z.string().check(z.minLength(1)),
  /** Folders and name, joined by `/`; `filename` by default. */
  relativePath: z.optional(z.string()),
  /** Milliseconds since 1970. */
  lastModified: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'not_number'))),
  /** Expected SHA-256. If it differs, the file is refused with `checksum_mismatch`. */
  sha256: z.optional(z.string().check(z.regex(/^[0-9A-Fa-f]{64}$/, 'invalid'), z.toLowerCase())),
  /** `true` replaces a file with the same path. */
  replace: z.optional(z.enum(['true', 'false'])),
  /** Number of files in a bundle, see `bundles.ts`. Then `relativePath`, `lastModified` and `sha256` have no meaning. */
  bundle: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'not_number'))),
  /** Bytes of the files in a bundle, without its manifest: what counts in the share. */
  contentSize: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/, 'not_number'))),
});
export type UploadMetadata = z.output<typeof UploadMetadata>;

/** The keys of `Upload-Metadata` of a part of a file (tus concatenation); it can be left out. */
export const PartMetadata = z.object({
  ...z.pick(UploadMetadata, { shareId: true }).shape,
  relativePath: z.optional(z.string().check(z.maxLength(pathLimits.pathBytes))),
  /**
   * Byte of the file at which the part begins. With `relativePath`, the part replaces an unfinished one of the same path
   * and place: a client repeats a creation whose response was lost. Without it, every part is a new one.
   */
  part: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/, 'not_number'))),
});
export type PartMetadata = z.output<typeof PartMetadata>;

export const maxMetadataBytes = 4096;

const uploadParams = z.strictObject({ uploadId: UploadId });

const transferErrors = [
  'upload_not_found',
  'upload_header_invalid',
  'upload_offset_conflict',
  'upload_too_long',
  'upload_locked',
  'tus_version_unsupported',
  'checksum_mismatch',
  'upload_checksum_mismatch',
  'bundle_invalid',
  'file_path_invalid',
  'file_exists',
  'storage_failed',
  'storage_full',
] as const;

export const uploads = {
  create: defineEndpoint({
    method: 'POST',
    path: '/uploads',
    access: 'share:upload',
    apiKey: 'shares:write',
    kind: 'tus',
    status: 201,
    summary: 'Create an upload, optionally with its first bytes',
    errors: [
      ...transferErrors,
      'sign_in_required',
      'length_required',
      'share_not_found',
      'share_removed',
      'share_completed',
      'share_too_large',
      'share_too_many_files',
      'quota_exceeded',
      'reverse_share_full',
      'not_ready',
    ],
  }),
  offset: defineEndpoint({
    method: 'HEAD',
    path: '/uploads/:uploadId',
    access: 'share:upload',
    apiKey: 'shares:write',
    kind: 'tus',
    params: uploadParams,
    summary: 'Number of bytes the server has received',
    errors: [...transferErrors, 'too_many_requests'],
  }),
  append: defineEndpoint({
    method: 'PATCH',
    path: '/uploads/:uploadId',
    access: 'share:upload',
    apiKey: 'shares:write',
    kind: 'tus',
    status: 204,
    params: uploadParams,
    summary: 'Append bytes at the offset',
    // The limits apply where the length was deferred.
    errors: [...transferErrors, 'length_required', 'share_completed', 'share_too_large', 'quota_exceeded'],
  }),
  cancel: defineEndpoint({
    method: 'DELETE',
    path: '/uploads/:uploadId',
    access: 'share:upload',
    apiKey: 'shares:write',
    kind: 'tus',
    status: 204,
    params: uploadParams,
    summary: 'Cancel an unfinished upload',
    errors: ['upload_not_found', 'upload_finished', 'upload_locked', 'tus_version_unsupported'],
  }),
  put: defineEndpoint({
    method: 'PUT',
    base: '',
    path: `${putPath}/:filename`,
    access: 'anyone',
    apiKey: 'shares:write',
    kind: 'put',
    status: 201,
    summary: 'Share a file with a single request, such as `curl -T`; returns the link',
    params: z.strictObject({ filename: UploadMetadata.shape.filename }),
    query: PutShareQuery,
    response: OwnerShare,
    errors: [
      'length_required',
      'upload_header_invalid',
      'file_path_invalid',
      'api_key_required',
      'share_expiration_past',
      'share_expiration_too_late',
      'share_needs_password',
      'share_too_large',
      'share_too_many_files',
      'quota_exceeded',
      'upload_not_found',
      'upload_locked',
      'storage_failed',
      'storage_full',
      'not_ready',
    ],
  }),
};
