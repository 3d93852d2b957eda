import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { pathLimits } from './formats/paths.ts';
import {
  ByteCount,
  Count,
  Cursor,
  FileId,
  queryInteger,
  Sha256,
  ShareId,
  Timestamp,
} from './formats/primitives.ts';
import { maxSentThumbnail } from './formats/thumbnails.ts';

/** The kinds of files that the page can preview; all others can only be downloaded. */
export const previewKinds = ['image', 'audio', 'video', 'pdf', 'text', 'markdown', 'code'] as const;
/** How the page can preview a file. */
export type PreviewKind = (typeof previewKinds)[number];

/** The sizes that thumbnails are drawn in. */
export const ThumbnailSize = z.enum(['small', 'large']);
export type ThumbnailSize = z.output<typeof ThumbnailSize>;

const PixelCount = z.int().check(z.minimum(1));
const Hue = z.int().check(z.minimum(0), z.maximum(359));

/** The small picture of a file. */
export const Thumbnail = z.strictObject({
  /** Pixels of the picture itself, as it is shown: turned as its EXIF data say. */
  width: PixelCount,
  height: PixelCount,
  /** Hues of its two dominant colours in OKLCH, in degrees. A grey picture has a warm one. */
  hues: z.tuple([Hue, Hue]),
});
export type Thumbnail = z.output<typeof Thumbnail>;

/** A finished file of a share. */
export const ShareFile = z.strictObject({
  id: FileId,
  /** Last part of the path. */
  name: z.string(),
  /** Folders and name, joined by `/`. */
  path: z.string(),
  size: ByteCount,
  /** Media type, derived from the extension. */
  type: z.string(),
  /** Kind of preview, derived from the extension; null: the page has no preview. */
  preview: z.nullable(z.enum(previewKinds)),
  sha256: Sha256,
  createdAt: Timestamp,
  /** null: the file has no thumbnail, or none yet. */
  thumbnail: z.nullable(Thumbnail),
  /**
   * Why the file cannot be downloaded; absent if it can be.
   *
   * - `scanning`: it is being checked for malware
   * - `unscanned`: it is too large to be checked
   * - `malware`: malware was found in it
   */
  held: z.optional(z.enum(['scanning', 'unscanned', 'malware'])),
});
export type ShareFile = z.output<typeof ShareFile>;

/** A file as the owner of the share sees it. */
export const OwnerFile = z.extend(ShareFile, {
  /** Downloads of the file alone; archives are counted for the share. */
  downloads: Count,
  lastDownloadAt: z.nullable(Timestamp),
  /** The name that the scanner has for the malware in the file; absent if it has found none. */
  malware: z.optional(z.string()),
});
export type OwnerFile = z.output<typeof OwnerFile>;

/** The archive of a share is being built (`share.zipCompressionLevel`). */
export const ArchivePending = z.strictObject({
  status: z.literal('preparing'),
  /** English text for people who use a program such as curl. */
  message: z.string(),
  /** Seconds to wait before requesting it again. */
  retryAfter: z.number(),
});
export type ArchivePending = z.output<typeof ArchivePending>;

/** Number of files in one download of a bundle. */
export const maxBundledFiles = 1000;

const shareParams = z.strictObject({ id: ShareId });
const fileParams = z.strictObject({ id: ShareId, fileId: FileId });

const viewErrors = [
  'share_not_found',
  'share_removed',
  'share_quarantined',
  'share_uploading',
  'share_view_limit',
  'share_password_required',
  'share_token_required',
] as const;

/** A file that is, or was, checked for malware. */
export const heldErrors = ['file_scanning', 'file_quarantined', 'file_unscanned'] as const;

const downloadErrors = [
  ...viewErrors,
  ...heldErrors,
  'file_not_found',
  'file_damaged',
  'range_not_satisfiable',
  'precondition_failed',
] as const;

export const files = {
  list: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/files',
    access: 'share:view',
    apiKey: 'visit',
    summary: 'List the files of a share, by path',
    params: shareParams,
    query: z.strictObject({ cursor: z.optional(Cursor), limit: z._default(queryInteger(1, 10_000), 200) }),
    response: z.strictObject({
      files: z.array(ShareFile),
      /** All files of the share, over all pages. */
      total: Count,
      nextCursor: z.nullable(z.string()),
    }),
    errors: viewErrors,
  }),
  listOwned: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/owner/files',
    access: 'share:manage',
    apiKey: 'shares:read',
    summary: 'List the files of a share, by path, with their number of downloads',
    params: shareParams,
    query: z.strictObject({ cursor: z.optional(Cursor), limit: z._default(queryInteger(1, 10_000), 200) }),
    response: z.strictObject({
      files: z.array(OwnerFile),
      /** All files of the share, over all pages. */
      total: Count,
      nextCursor: z.nullable(z.string()),
    }),
    errors: ['share_not_found', 'share_removed'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/shares/:id/files/:fileId',
    access: 'share:remove-file',
    apiKey: 'shares:write',
    summary: 'Remove a file from a share; the last file of a published share cannot be removed',
    params: fileParams,
    errors: ['share_not_found', 'share_removed', 'file_not_found', 'share_empty'],
  }),
  download: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/files/:fileId',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    summary:
      'Download a file; supports Range, If-Range and conditional requests (RFC 9110) and Repr-Digest (RFC 9530)',
    params: fileParams,
    query: z.strictObject({
      /** `inline` is honoured for images, audio, video and plain text only. */
      disposition: z.optional(z.enum(['attachment', 'inline'])),
    }),
    errors: downloadErrors,
  }),
  bundle: defineEndpoint({
    method: 'POST',
    path: '/shares/:id/files/bundle',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    mediaType: 'application/octet-stream',
    summary:
      'Download many small files in one answer: their bytes, one right after the other, in the order in which they are named',
    params: shareParams,
    body: z.strictObject({
      files: z.array(FileId).check(z.minLength(1), z.maxLength(maxBundledFiles)),
    }),
    errors: [...viewErrors, ...heldErrors, 'file_not_found', 'file_damaged'],
  }),
  thumbnail: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/files/:fileId/thumbnail/:size',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    summary: 'Get the thumbnail of a file as WebP; counts neither as a download nor as a view',
    params: z.strictObject({ id: ShareId, fileId: FileId, size: ThumbnailSize }),
    errors: [...downloadErrors, 'thumbnail_not_found'],
  }),
  sendThumbnail: defineEndpoint({
    method: 'PUT',
    path: '/shares/:id/thumbnail',
    access: 'share:upload',
    apiKey: 'shares:write',
    kind: 'form',
    file: { mediaType: 'image/webp', maxBytes: maxSentThumbnail },
    summary:
      'Send a picture (WebP, JPEG or PNG) of a file that the server cannot draw, such as a frame of a film, as its thumbnail',
    params: shareParams,
    query: z.strictObject({
      /** Path of the file: senders know no ids. */
      path: z.string().check(z.minLength(1), z.maxLength(1024)),
    }),
    response: Thumbnail,
    errors: [
      'share_not_found',
      'share_removed',
      'file_not_found',
      'thumbnail_not_accepted',
      'thumbnail_unreadable',
      'storage_full',
      'not_ready',
    ],
  }),
  archive: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/archive',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    summary:
      'Download all files, those in `files=id,id` or those of a `folder`, as one ZIP archive; has an exact length and supports Range and conditional requests; returns 202 while the archive is being built',
    params: shareParams,
    query: z.strictObject({
      /** Ids of files, separated by commas. */
      files: z.optional(z.string().check(z.maxLength(6600))),
      /** Path of a folder; ignored with `files`. */
      folder: z.optional(z.string().check(z.minLength(1), z.maxLength(pathLimits.pathBytes))),
    }),
    pending: ArchivePending,
    errors: downloadErrors,
  }),
  sha256sums: defineEndpoint({
    method: 'GET',
    path: '/shares/:id/sha256sums',
    access: 'share:download',
    apiKey: 'visit',
    kind: 'stream',
    mediaType: 'text/plain',
    summary: 'Download a SHA256SUMS file for `sha256sum --check`',
    params: shareParams,
    errors: viewErrors,
  }),
};
