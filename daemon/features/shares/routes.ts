import { api } from '#sdk/contract/api.js';
import { cookieNames } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import { setCookie } from '../../http/cookies/cookies.ts';
import { implement, type Route } from '../../http/implement.ts';
import { withoutIdleTimeout } from '../../http/limits/idle-timeout.ts';
import type { ConfigReader } from '../config/reader.ts';
import { implementForShare, type ShareAccess } from './access.ts';
import type { ShareCreator } from './create.ts';
import type { ShareOpener } from './open.ts';
import type { OwnerView } from './owner-view.ts';
import { presentShare, withoutCounters, withoutOwnersMatters } from './present.ts';
import type { ShareService } from './service.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  shares: ShareService;
  creator: ShareCreator;
  openShare: ShareOpener;
  access: ShareAccess;
  config: ConfigReader;
  ownerView: OwnerView;
}

export function createShareRoutes(deps: Deps): Route[] {
  const { shares, creator, openShare, access, config, ownerView } = deps;

  return [
    implement(api.shares.create, async ({ body, actor }) => {
      const { share, uploadToken } = await creator.create(body, actor);
      return { share: await ownerView.one(share), uploadToken };
    }),

    implement(api.shares.isShareIdAvailable, async ({ params, actor }) => ({
      available: await creator.isIdAvailable(params.id, actor),
    })),

    implement(api.shares.open, async ({ params, body, actor, ctx }) => {
      const { token, expiresAt } = await openShare(actor, params.id, body?.password);
      setVisitorCookie(ctx, token, config.get('general.appUrl'));
      return { token, expiresAt: new Date(expiresAt).toISOString() };
    }),

    implementForShare(access, api.shares.get, async ({ share }) => presentShare(share)),

    implementForShare(access, api.shares.getOwned, ({ share }) => ownerView.details(share)),

    implementForShare(access, api.shares.update, async ({ share, body, actor }) =>
      ownerView.details(await shares.editShare(share, body, actor)),
    ),

    implementForShare(access, api.shares.append, async ({ share: before, body, actor }) => {
      const { share, uploadToken } = await shares.appendToShare(before, body?.files, actor);
      return { share: await ownerView.one(share), uploadToken };
    }),

    implementForShare(access, api.shares.complete, async ({ share: before, role, actor, ctx }) => {
      const completed = await withoutIdleTimeout(ctx.req.socket, () => shares.completeShare(before, actor));
      const share = await ownerView.one(completed);
      if (role !== 'uploader') return share;
      return isOwnersAlone(before) ? withoutOwnersMatters(share) : withoutCounters(share);
    }),

    implementForShare(access, api.files.remove, async ({ share, params, actor }) =>
      shares.removeFile(share, params.fileId, actor),
    ),

    implementForShare(access, api.shares.remove, async ({ share, actor }) =>
      shares.removeShare(share, actor),
    ),
  ];
}

/** What came in is its owner's from the completion on, which the sender can repeat. */
function isOwnersAlone({ reverseShareId, completedAt }: ShareRecord): boolean {
  return reverseShareId !== null && completedAt !== null;
}

/** One cookie whatever number of shares a visitor has open; it ends with the browser's session. */
function setVisitorCookie(ctx: Context, token: string, appUrl: string): void {
  setCookie(ctx, cookieNames.visitor, { value: token, path: '/api', sameSite: 'lax', appUrl });
}
