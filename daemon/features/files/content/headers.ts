import { create as createDisposition } from 'content-disposition';
import type { RequestState } from '../../../http/context.ts';
import type { Content } from './content.ts';

/**
 * Headers that keep a file from acting on behalf of the page it is shown in: the browser neither guesses another type,
 * nor runs anything, nor lets other sites embed it.
 */
const isolationHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy':
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-store',
} as const;

/** Returns these headers, adjusted for files that a page of another origin shows. */
export function isolationFor({ isContentHost }: Pick<RequestState, 'isContentHost'>) {
  return isContentHost
    ? { ...isolationHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin' }
    : isolationHeaders;
}

/** Headers that identify the state of the content; also part of a 304 answer. */
export function validatorHeaders({
  etag,
  lastModified,
  isKept,
}: Pick<Content, 'etag' | 'lastModified' | 'isKept'>) {
  return {
    ETag: etag,
    ...(lastModified && { 'Last-Modified': lastModified.toUTCString() }),
    ...(isKept && { 'Cache-Control': 'private, no-cache' }),
  };
}

type ContentHeaders = Awaited<ReturnType<typeof describe>>;

const known = new WeakMap<Content, Promise<ContentHeaders>>();

/** Headers that describe the content as a whole, whatever part of it is sent. */
export function contentHeaders(content: Content): Promise<ContentHeaders> {
  const headers = known.get(content) ?? describe(content);
  known.set(content, headers);
  return headers;
}

async function describe(content: Content) {
  return {
    ...validatorHeaders(content),
    'Content-Type': content.type,
    'Content-Disposition': await dispositionOf(content),
    'Accept-Ranges': 'bytes',
    // RFC 9530: of the whole representation, also in an answer with a part of it.
    ...(content.sha256 && { 'Repr-Digest': reprDigest(content.sha256) }),
  };
}

/**
 * RFC 6266 with an ASCII name for programs such as curl, which read no other, and the real name in RFC 8187 form if it
 * differs. A Latin-1 name would be invalid on a system that uses UTF-8. The ASCII name contains nothing that some
 * programs unescape in their own way.
 */
export async function dispositionOf({ name, isInline }: Pick<Content, 'name' | 'isInline'>): Promise<string> {
  const ascii = isAscii.test(name) ? name : await toAscii(name);
  const fallback = ascii.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return createDisposition(name, { type: isInline ? 'inline' : 'attachment', fallback });
}

const isAscii = /^[\x00-\x7f]*$/;

/**
 * Replaces `ß` with `ss` and an emoji with its name. A character that only looks like a dot or a slash never becomes
 * one.
 */
async function toAscii(name: string): Promise<string> {
  // Half a megabyte of tables.
  const { default: anyAscii } = await import('any-ascii');
  return name.normalize('NFC').replace(/[^\x00-\x7f]/gu, (character) => {
    const ascii = anyAscii(character).replace(/^:(\w+):$/, '$1');
    return ascii.replace(/[^\w '()+,-]/g, '_') || '_';
  });
}

/** A dictionary of structured fields (RFC 8941) with a byte sequence. */
function reprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}
