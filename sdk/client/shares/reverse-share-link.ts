import { AppError } from '../../contract/errors.ts';
import { reverseShareTokenPattern } from '../../contract/formats/reverse-share-token.ts';
import { errorFromAnswer } from '../core/answer.ts';
import type { CallOptions } from '../core/api-client.ts';
import type { Transport } from '../core/transport.ts';

/** The parts of a reverse share link. */
export interface ReverseShareLink {
  /** Lets anyone who has it send files. */
  token: string;
  /** The server of the link (`https://files.example.org`), or null when only the token was given. */
  baseUrl: string | null;
}

/** The parts of a link that may be one of another program. */
export interface AnyReverseShareLink {
  /** Null: only the server knows where the link leads. See `resolveReverseShareLink`. */
  token: string | null;
  /** The server of the link (`https://files.example.org`), or null when only the token was given. */
  baseUrl: string | null;
}

const pagePattern = /^\/upload\/([^/]+)\/?$/;

/** The pages of Pingvin Share, by its tokens, and of Palmr, by its aliases. */
const importedPattern = /^\/(?:upload\/(?!fsq_)[\w-]{3,50}|r\/[A-Za-z0-9-]{3,30})\/?$/;

/**
 * Parses the link of a reverse share, through which others send files to its owner, or its bare token.
 *
 * @throws AppError `reverse_share_not_found` when the text is neither
 * @example
 * const { token, baseUrl } = parseReverseShareLink(link); // 'fsq_AbC…' and 'https://files.example.org'
 */
export function parseReverseShareLink(linkOrToken: string): ReverseShareLink {
  const { token, baseUrl } = parseAnyReverseShareLink(linkOrToken);
  if (token === null) throw new AppError('reverse_share_not_found');
  return { token, baseUrl };
}

/**
 * Parses the link of a reverse share, or one that Pingvin Share (`/upload/…`) or Palmr (`/r/…`) has made. Those go on
 * working on a server that has imported the reverse share.
 *
 * @throws AppError `reverse_share_not_found` when the text is neither
 * @example
 * parseAnyReverseShareLink('https://files.example.org/r/inbox'); // { token: null, baseUrl: 'https://files.example.org' }
 */
export function parseAnyReverseShareLink(linkOrToken: string): AnyReverseShareLink {
  const text = linkOrToken.trim();
  if (reverseShareTokenPattern.test(text)) return { token: text, baseUrl: null };
  if (!URL.canParse(text)) throw new AppError('reverse_share_not_found');
  const { protocol, pathname, origin } = new URL(text);
  const token = tokenOfPage(pathname);
  const isLink = token !== null || importedPattern.test(pathname);
  if (!isLink || !/^https?:$/.test(protocol)) throw new AppError('reverse_share_not_found');
  return { token, baseUrl: origin };
}

function tokenOfPage(pathname: string): string | null {
  const token = pagePattern.exec(pathname)?.[1];
  return token !== undefined && reverseShareTokenPattern.test(token) ? token : null;
}

/** The method for the links of reverse shares. */
export interface ReverseShareLinks {
  /**
   * Returns the token that the link of a reverse share leads to. The server is only asked about links of Pingvin Share
   * and Palmr, which work if the reverse share was imported from there. Only the path of a link is used: the client asks
   * its own server.
   *
   * @throws AppError `reverse_share_not_found`, `too_many_requests`
   * @throws NetworkError when the server was not reached
   * @example
   * const found = await client.resolveReverseShareLink(link); // 'fsq_AbC…'
   * const { owner } = await client.reverseShares.invitation({ params: { token: found } });
   */
  resolveReverseShareLink(linkOrToken: string, options?: Pick<CallOptions, 'signal'>): Promise<string>;
}

export function createReverseShareLinks(transport: Transport, baseUrl: string): ReverseShareLinks {
  return {
    async resolveReverseShareLink(linkOrToken, { signal } = {}) {
      const { token } = parseAnyReverseShareLink(linkOrToken);
      if (token !== null) return token;
      const path = new URL(linkOrToken.trim()).pathname.replace(/\/$/, '');
      const response = await transport.send({ method: 'GET', path, signal });
      const [body, location] = [await response.json(), response.header('location')];
      const found = location === null ? null : tokenOfPage(new URL(location, baseUrl).pathname);
      if (found !== null) return found;
      if (response.status >= 400 && response.status !== 404)
        throw errorFromAnswer({ status: response.status, body, location });
      // What follows is the page that says so.
      throw new AppError('reverse_share_not_found');
    },
  };
}
