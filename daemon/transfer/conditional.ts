/** Values that distinguish the states of a resource (RFC 9110 §8.8). */
export interface Validators {
  /** A strong entity tag with its quotes. */
  etag: string;
  /** Compared in whole seconds. */
  lastModified: Date | null;
}

/** Header fields of a request, as Node names them. */
export interface ConditionalHeaders {
  'if-match'?: string | undefined;
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  'if-unmodified-since'?: string | undefined;
  'if-range'?: string | undefined;
}

export type PreconditionResult = 'proceed' | 'not_modified' | 'failed';

/** Evaluates the preconditions of a GET or HEAD request, in the order of RFC 9110 §13.2.2. */
export function evaluatePreconditions(
  headers: ConditionalHeaders,
  validators: Validators,
): PreconditionResult {
  if (isStateUnexpected(headers, validators)) return 'failed';
  return isStateKnown(headers, validators) ? 'not_modified' : 'proceed';
}

/** Steps 1 and 2: If-Match, or without one If-Unmodified-Since. */
function isStateUnexpected(headers: ConditionalHeaders, { etag, lastModified }: Validators): boolean {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) return !listsTag(ifMatch, etag, 'strong');
  const since = parseHttpDate(headers['if-unmodified-since']);
  return since !== null && lastModified !== null && toSeconds(lastModified) > toSeconds(since);
}

/** Steps 3 and 4: If-None-Match, or without one If-Modified-Since. */
function isStateKnown(headers: ConditionalHeaders, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return listsTag(ifNoneMatch, etag, 'weak');
  const since = parseHttpDate(headers['if-modified-since']);
  return since !== null && lastModified !== null && toSeconds(lastModified) <= toSeconds(since);
}

/** Step 5: a range applies only if If-Range is absent or names the current state (RFC 9110 §13.1.5). */
export function isRangeCurrent(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.includes('"')) return ifRange === etag;
  const date = parseHttpDate(ifRange);
  return date !== null && lastModified !== null && toSeconds(date) === toSeconds(lastModified);
}

const entityTags = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** The strong comparison never matches a weak tag; the weak one ignores the difference (§8.8.3.2). */
function listsTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  for (const [, weakness, tag] of list.matchAll(entityTags)) {
    if (tag === etag && (comparison === 'weak' || weakness === undefined)) return true;
  }
  return false;
}

const time = String.raw`\d{2}:\d{2}:\d{2}`;
const httpDates = [
  new RegExp(`^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} ${time} GMT$`),
  // The two obsolete forms must be understood (§5.6.7).
  new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-[A-Z][a-z]{2}-\\d{2} ${time} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d ${time} \\d{4}$`),
];

/** Parses an HTTP date; null when it is invalid, so that its header field is ignored. */
export function parseHttpDate(text: string | undefined): Date | null {
  if (text === undefined || !httpDates.some((form) => form.test(text))) return null;
  const date = new Date(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
