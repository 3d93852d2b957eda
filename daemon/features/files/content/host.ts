import { AppError } from '#sdk/contract/errors.js';
import type { Context, Middleware } from '../../../http/context.ts';
import type { AuthorizedShare } from '../types.ts';
import type { AuthorizeDownload } from './deliver.ts';
import type { ContentLinks, PresentedGrant, SignedShare } from './links.ts';

/**
 * Authorizes a signed link: `roleOf` returns the role that was signed, or null. The current state of the share decides.
 *
 * @throws AppError `not_found` for a role of null, otherwise the reason for the refusal
 */
export type AuthorizeSignedLink = (
  id: string,
  roleOf: (share: SignedShare) => AuthorizedShare['role'] | null,
) => Promise<AuthorizedShare>;

interface Deps {
  links: Pick<ContentLinks, 'take'>;
  authorizeSignedLink: AuthorizeSignedLink;
  /** The origin of the page, which may read the content served here. */
  appOrigin(): string;
  /** Whether the request was sent to the content origin. */
  isContentHost(ctx: Context): boolean;
  /** Answers requests for content that `authorize` accepts, and no others. */
  serve(authorize: AuthorizeDownload): Middleware;
}

/**
 * The content origin answers signed links to bytes, whoever sends the request, and nothing else. It has no page, no
 * session and no cookie that the shown content could use.
 */
export function createContentHost(deps: Deps): Middleware {
  const { links, authorizeSignedLink, appOrigin, isContentHost } = deps;
  const grants = new WeakMap<object, PresentedGrant>();
  const authorize: AuthorizeDownload = async ({ ctx }, id) => {
    const grant = grants.get(ctx.req);
    if (!grant) throw new AppError('not_found');
    return authorizeSignedLink(id, (share) => (grant.isFor(share) ? grant.role : null));
  };
  const serve = deps.serve(authorize);

  return async (ctx, next) => {
    if (!isContentHost(ctx)) return next();
    const grant = links.take(ctx);
    if (!grant) throw new AppError('not_found');
    grants.set(ctx.req, grant);
    ctx.state.isContentHost = true;
    ctx.set(corsHeaders(appOrigin()));
    if (ctx.method !== 'OPTIONS') return serve(ctx, next);
    ctx.set(preflightHeaders);
    ctx.status = 204;
  };
}

/** The page may read the content; it sends no cookies here, so none are allowed. */
function corsHeaders(appOrigin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': appOrigin,
    'Access-Control-Expose-Headers':
      'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Last-Modified, Repr-Digest, Retry-After',
    Vary: 'Origin',
  };
}

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers':
    'Accept, Authorization, If-Match, If-None-Match, If-Range, Range, X-Requested-With, X-Share-Token',
  'Access-Control-Max-Age': '600',
};
