import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import { type Actor, type Authenticator, identify } from '../../http/actor.ts';
import type { Context, Middleware, Next } from '../../http/context.ts';
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

/** What an old link of a file or an archive is here. */
interface Download {
  share: string;
  /** Path and query of the endpoint that sends it. */
  url: string;
}

/** Answers the links of Pingvin Share and Palmr with what was imported from there. */
export function createOldLinkAnswers({ oldLinks, authenticator }: Deps): Middleware {
  async function findActor(ctx: Context): Promise<Actor> {
    const actor = await identify(ctx, authenticator);
    if (ctx.state.addressRefusal && !actor.user) throw ctx.state.addressRefusal;
    return actor;
  }

  async function findDownload(ctx: Context): Promise<Download | null> {
    const [, share, file] = apiLink.exec(ctx.path) ?? [];
    if (share && file) return downloadOf({ share, file, isShown: ctx.query['download'] === 'false' });
    if (!shownFile.test(ctx.path)) return null;
    const shown = await oldLinks.ofShownFile(await findActor(ctx), ctx.path);
    return shown && downloadOf({ share: shown.share, file: shown.id, isShown: true });
  }

  async function findPage(ctx: Context): Promise<string | null> {
    if (!reverseShareLink.test(ctx.path)) return null;
    const page = await oldLinks.ofReverseShare(await findActor(ctx), ctx.path);
    return page && page + ctx.search;
  }

  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    const download = await findDownload(ctx);
    if (download) return send(ctx, next, download);
    const page = await findPage(ctx);
    return page === null ? next() : redirect(ctx, page);
  };
}

function downloadOf({ share, file, isShown }: { share: string; file: string; isShown: boolean }): Download {
  if (file === 'zip') return { share, url: `/d/${share}` };
  // A UUID (RFC 9562) has kept its digits.
  const id = file.replaceAll('-', '').toLowerCase();
  return { share, url: `/api/shares/${share}/files/${id}${isShown ? '?disposition=inline' : ''}` };
}

/** Sends it at once: programs that the old link was for may follow no redirect. Downloading checks who may. */
async function send(ctx: Context, next: Next, { share, url }: Download): Promise<void> {
  ctx.state.isDirectLink = true;
  ctx.url = url;
  try {
    await next();
  } catch (error) {
    const isOpenedOnPage = error instanceof AppError && openedOnPage.has(error.code);
    if (!isOpenedOnPage || ctx.accepts('json', 'html') !== 'html') throw error;
    // Otherwise the browser would ask for the password itself.
    ctx.remove('WWW-Authenticate');
    redirect(ctx, `/share/${share}`);
  }
}

function redirect(ctx: Context, target: string): void {
  ctx.status = 303;
  ctx.set({ Location: target, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = `See Other: ${target}\n`;
}
