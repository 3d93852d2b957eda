import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import { type Actor, type Authenticator, identify } from '../../http/actor.ts';
import type { Context, Middleware } from '../../http/context.ts';
import { readSharePassword } from '../../http/share-password.ts';
import type { OldLinks } from './old-links.ts';

interface Deps {
  oldLinks: OldLinks;
  authenticator: Authenticator;
}

/** A file or the archive of a share in Pingvin Share: a link that its page copied, and that programs use. */
const apiLink =
  /^\/api\/shares\/([A-Za-z0-9_-]{3,50})\/files\/(zip|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/;

/** A reverse share: in Pingvin Share by its token, which is none of ours, in Palmr by its alias. */
const reverseShareLink = /^\/(?:upload\/(?!fsq_)[A-Za-z0-9_-]{3,50}|r\/[A-Za-z0-9-]{3,30})$/;

/** A picture or film that Palmr showed without its share. */
const shownFile = /^\/e\/[a-z0-9]{10,40}$/;

/** Refusals that the page of the share can lift. */
const openedOnPage: ReadonlySet<ErrorCode> = new Set(['share_token_required', 'direct_link_password']);

/** Redirects the links of Pingvin Share and Palmr to what was imported from there. */
export function createOldLinkRedirects({ oldLinks, authenticator }: Deps): Middleware {
  async function findActor(ctx: Context): Promise<Actor> {
    const actor = await identify(ctx, authenticator);
    if (ctx.state.addressRefusal && !actor.user) throw ctx.state.addressRefusal;
    return actor;
  }

  async function ofApi(ctx: Context, share: string, file: string): Promise<string> {
    // Downloading checks who may.
    if (file === 'zip') return `/d/${share}`;
    const actor = await findActor(ctx);
    try {
      return await oldLinks.ofFile(actor, { share, uuid: file, password: readSharePassword(ctx) });
    } catch (error) {
      const isOpenedOnPage = error instanceof AppError && openedOnPage.has(error.code);
      if (isOpenedOnPage && ctx.accepts('json', 'html') === 'html') return `/share/${share}`;
      throw error;
    }
  }

  async function ofPage(ctx: Context): Promise<string | null> {
    if (shownFile.test(ctx.path)) return oldLinks.ofShownFile(await findActor(ctx), ctx.path);
    if (!reverseShareLink.test(ctx.path)) return null;
    const page = await oldLinks.ofReverseShare(await findActor(ctx), ctx.path);
    return page && page + ctx.search;
  }

  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const [, share, file] = apiLink.exec(ctx.path) ?? [];
    const target = share && file ? await ofApi(ctx, share, file) : await ofPage(ctx);
    if (target === null) return next();
    ctx.status = 303;
    ctx.set({ Location: target, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  };
}
