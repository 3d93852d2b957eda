import { AppError } from '../../contract/errors.ts';
import { ReverseShareToken } from '../../contract/formats/primitives.ts';

/** The parts of a reverse share link. */
export interface ReverseShareLink {
  /** Lets anyone who has it send files. */
  token: string;
  /** The server of the link (`https://files.example.org`), or null when only the token was given. */
  baseUrl: string | null;
}

const pagePattern = /^\/upload\/([^/]+)\/?$/;

/**
 * Parses the link of a reverse share, through which others send files to its owner, or its bare token.
 *
 * @throws AppError `reverse_share_not_found` when the text is neither
 * @example
 * const { token, baseUrl } = parseReverseShareLink(link); // 'fsq_AbC…' and 'https://files.example.org'
 */
export function parseReverseShareLink(linkOrToken: string): ReverseShareLink {
  const text = linkOrToken.trim();
  const bare = ReverseShareToken.safeParse(text);
  if (bare.success) return { token: bare.data, baseUrl: null };
  if (!URL.canParse(text)) throw new AppError('reverse_share_not_found');
  const url = new URL(text);
  const token = ReverseShareToken.safeParse(pagePattern.exec(url.pathname)?.[1]);
  if (!token.success || !/^https?:$/.test(url.protocol)) throw new AppError('reverse_share_not_found');
  return { token: token.data, baseUrl: url.origin };
}
