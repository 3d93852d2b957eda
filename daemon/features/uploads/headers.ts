import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import { bundleLimits, maxBundleHead } from '#sdk/contract/formats/bundles.js';
import { findPathProblem, normalizePath, pathLimits } from '#sdk/contract/formats/paths.js';
import { maxMetadataBytes, PartMetadata, UploadMetadata } from '#sdk/contract/uploads.js';
import { newUploadId } from '../../crypto/ids.ts';
import type { Context } from '../../http/context.ts';
import { readConcat } from './parts/concat.ts';
import { type UploadRecord, uploadLifetime } from './types.ts';

/**
 * The headers of tus 1.0.0, read strictly: the library accepts `1e+21` as a length and reads it as 1, and reads ids
 * from query strings.
 */

export const tusVersion = '1.0.0';
const integerPattern = /^(0|[1-9]\d{0,15})$/;

/** tus core: "If the version specified by the Client is not supported by the Server, it MUST respond with 412". */
export function checkTusRequest(ctx: Context): void {
  if (ctx.get('tus-resumable') !== tusVersion) {
    ctx.set('Tus-Version', tusVersion);
    throw new AppError('tus_version_unsupported');
  }
  if (ctx.querystring !== '') throw new AppError('upload_not_found');
}

export type CreationHeaders = { metadata: UploadMetadata } & Pick<
  UploadRecord,
  'kind' | 'path' | 'length' | 'isDeferred' | 'contentSize' | 'fileCount' | 'concat'
>;

/** @throws AppError `upload_header_invalid`, `file_path_invalid` */
export function readCreationHeaders(ctx: Context): CreationHeaders {
  refuseEncodedBody(ctx);
  readChecksum(ctx.req);
  const text = ctx.get('upload-concat');
  const concat = text === '' ? null : readConcat(text);
  if (concat === 'partial') return readPartHeaders(ctx);
  const length = concat === null ? readLength(ctx) : refuseLength(ctx);
  const metadata = readMetadata(ctx, UploadMetadata);
  if (metadata.bundle !== undefined) {
    if (concat !== null) throw new AppError('bundle_invalid');
    return readBundleHeaders(length ?? 0, metadata);
  }
  const path = normalizePath(metadata.relativePath ?? metadata.filename);
  const problem = findPathProblem(path);
  if (problem) throw new AppError('file_path_invalid', { path: path.slice(0, 200), problem });
  const isDeferred = length === null;
  const size = length ?? 0;
  const sizes = { length: size, isDeferred, contentSize: size, fileCount: 1 };
  return { kind: 'file', ...sizes, metadata, path, concat: concat && text };
}

/** A part is no file: only the share it belongs to matters. */
function readPartHeaders(ctx: Context): CreationHeaders {
  const length = readLength(ctx);
  const size = length ?? 0;
  const sizes = { length: size, isDeferred: length === null, contentSize: size, fileCount: 1 };
  const given = ctx.get('upload-metadata') === '' ? {} : readMetadata(ctx, PartMetadata);
  const path = partPath(given);
  return { kind: 'part', ...sizes, metadata: { ...given, filename: path }, path, concat: null };
}

/** Like that of a bundle, it begins with a slash. */
function partPath({ part, relativePath }: PartMetadata): string {
  const isNamed = part !== undefined && relativePath !== undefined;
  return isNamed ? `/${part}/${relativePath}` : `/${newUploadId()}`;
}

/** tus concatenation: "The Client MUST NOT include the Upload-Length header in the final upload creation." */
function refuseLength(ctx: Context): number {
  refuseHeader(ctx, 'upload-length');
  refuseHeader(ctx, 'upload-defer-length');
  return 0;
}

function readBundleHeaders(length: number, metadata: UploadMetadata): CreationHeaders {
  const fileCount = Number(metadata.bundle);
  const contentSize = Number(metadata.contentSize ?? -1);
  const hasRoom = fileCount <= bundleLimits.files && contentSize <= bundleLimits.contentBytes;
  if (
    !hasRoom ||
    metadata.filename.length > pathLimits.nameBytes ||
    contentSize < 0 ||
    length <= contentSize ||
    length > contentSize + maxBundleHead(fileCount)
  ) {
    throw new AppError('bundle_invalid');
  }
  // No file path begins with a slash, so names of bundles and paths of files are never confused.
  const path = `/${metadata.filename}`;
  const sizes = { length, isDeferred: false, contentSize, fileCount };
  return { kind: 'bundle', ...sizes, metadata, path, concat: null };
}

/** tus creation: null when the client defers the length, because it reads a stream. */
function readLength(ctx: Context): number | null {
  if (ctx.get('upload-defer-length') === '') return readInteger(ctx, 'Upload-Length');
  refuseHeader(ctx, 'upload-length');
  if (ctx.get('upload-defer-length') === '1') return null;
  throw new AppError('upload_header_invalid', { header: 'Upload-Defer-Length' });
}

/** The length that a PATCH declares for an upload whose length was deferred. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  const text = headers['upload-length'];
  return typeof text === 'string' ? Number(text) : null;
}

/** @throws AppError `upload_header_invalid`, `unsupported_media_type` */
export function checkAppendHeaders(ctx: Context): void {
  readInteger(ctx, 'Upload-Offset');
  readChecksum(ctx.req);
  if (ctx.get('upload-length') !== '') readInteger(ctx, 'Upload-Length');
  refuseEncodedBody(ctx);
  if (ctx.get('content-type') !== 'application/offset+octet-stream') {
    throw new AppError('unsupported_media_type');
  }
}

/** What the bytes of a request must have, in the algorithms that we know, with the bytes of their digests. */
export const checksumAlgorithms = { sha256: 32, sha1: 20, crc32: 4 } as const;

export interface ExpectedChecksum {
  algorithm: keyof typeof checksumAlgorithms;
  digest: Buffer;
}

/**
 * tus checksum: "The Upload-Checksum header MUST consist of the name of the used checksum algorithm and the Base64 encoded
 * checksum separated by a space." A CRC-32 is four bytes, the highest first.
 *
 * @throws AppError `upload_header_invalid` for an algorithm that we do not know, too
 */
export function readChecksum({ headers }: IncomingMessage): ExpectedChecksum | null {
  const text = headers['upload-checksum'];
  if (text === undefined) return null;
  const [, algorithm, base64 = ''] = /^(\S+) (\S+)$/.exec(String(text)) ?? [];
  const digest = Buffer.from(base64Pattern.test(base64) ? base64 : '', 'base64');
  if (!isAlgorithm(algorithm) || digest.length !== checksumAlgorithms[algorithm]) {
    throw new AppError('upload_header_invalid', { header: 'Upload-Checksum' });
  }
  return { algorithm, digest };
}

const isAlgorithm = (name: string | undefined): name is ExpectedChecksum['algorithm'] =>
  name !== undefined && Object.hasOwn(checksumAlgorithms, name);

/** tus expiration: "This header MUST be included in every PATCH response if the upload is going to expire." */
export function announceExpiry(ctx: Context, activeAt: number): void {
  ctx.set(expiryHeader, new Date(activeAt + uploadLifetime).toUTCString());
}

/** tus concatenation: HEAD "MUST include the Upload-Concat header and its value as received in the upload creation". */
export function announceConcat(ctx: Context, { kind, concat }: UploadRecord): void {
  const value = kind === 'part' ? 'partial' : concat;
  if (value !== null) ctx.set('Upload-Concat', value);
}

/** A finished upload does not expire, and one whose creation failed no longer exists. */
export function retractExpiry(res: ServerResponse): void {
  res.removeHeader(expiryHeader);
}

const expiryHeader = 'Upload-Expires';

/** Offsets count the bytes of the file. */
function refuseEncodedBody(ctx: Context): void {
  if (ctx.get('content-encoding') !== '') throw new AppError('unsupported_media_type');
}

function refuseHeader(ctx: Context, name: string): void {
  if (ctx.get(name) !== '') throw new AppError('upload_header_invalid', { header: name });
}

function readInteger(ctx: Context, header: string): number {
  const text = ctx.get(header);
  if (!integerPattern.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new AppError('upload_header_invalid', { header });
  }
  return Number(text);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * tus creation: "The Upload-Metadata … MUST consist of one or more comma-separated key-value pairs. … All keys MUST be
 * unique. The value MAY be empty." Values are Base64; ours encode UTF-8. Clients also send keys that we ignore.
 */
function readMetadata<S extends z.ZodMiniObject>(ctx: Context, schema: S): z.output<S> {
  const header = ctx.get('upload-metadata');
  const invalid = () => new AppError('upload_header_invalid', { header: 'Upload-Metadata' });
  if (header === '' || header.length > maxMetadataBytes) throw invalid();
  const entries = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (rest.length > 0 || key === '' || entries.has(key) || !base64Pattern.test(value)) throw invalid();
    entries.set(key, value);
  }
  const given = [...entries].flatMap(([key, value]) => {
    if (!Object.hasOwn(schema.shape, key)) return [];
    const text = decodeUtf8(value) ?? raise(invalid());
    return isNothing(key, text) ? [] : [[key, text]];
  });
  const result = z.safeParse(schema, Object.fromEntries(given));
  if (!result.success) throw invalid();
  return result.data;
}

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Uppy writes the text `null` where it has no value. Names and links can be that word. */
function isNothing(key: string, text: string): boolean {
  if (text === '') return true;
  return text === 'null' && key !== 'filename' && key !== 'shareId';
}

function decodeUtf8(text: string): string | null {
  try {
    return utf8.decode(Buffer.from(text, 'base64'));
  } catch {
    return null;
  }
}

function raise(error: Error): never {
  throw error;
}
