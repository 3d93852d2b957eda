import type { Context } from './context.ts';

/**
 * Reads the password of a share from a request: from `X-Share-Password`, or from HTTP Basic authentication (RFC 7617)
 * with any user name. If there are several headers, none is used: a proxy and this server could each believe a
 * different one.
 */
export function readSharePassword(ctx: Context): string | null {
  return readPasswordHeader(ctx) ?? (readBasicPassword(ctx) || null);
}

/** Reads `X-Share-Password` alone. */
export function readPasswordHeader({ req }: Context): string | null {
  const own = readOnly(req.headersDistinct['x-share-password']);
  return own ? fromUtf8(Buffer.from(own, 'latin1')) : null;
}

/** Reads the password of HTTP Basic authentication; null if there is none, or it is malformed. */
export function readBasicPassword({ req }: Context): string | null {
  const basic = readOnly(req.headersDistinct['authorization']);
  const encoded = /^Basic +([\w+/]{1,4096}={0,2})$/i.exec(basic ?? '')?.[1];
  if (encoded === undefined) return null;
  const pair = fromUtf8(Buffer.from(encoded, 'base64'));
  const colon = pair.indexOf(':');
  return colon === -1 ? null : pair.slice(colon + 1);
}

function readOnly(values: readonly string[] | undefined): string | null {
  return values?.length === 1 ? (values[0] ?? null) : null;
}

/** Programs send what was typed; the challenge asks for UTF-8, but old programs send Latin-1 all the same. */
function fromUtf8(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}
