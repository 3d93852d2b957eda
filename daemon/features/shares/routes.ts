import { api } from '#sdk/contract/api.js';
import { cookieNames } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import { setCookie } from '../../http/cookies/cookies.ts';
import { implement, type Route } from '../../http/implement.ts';
import { withoutIdleTimeout } from '../../http/limits/idle-timeout.ts';
import type { ConfigReader } from '../config/reader.ts';
import { implementForShare, type ShareAccess } from './access.ts';
import type { OwnerView } from './owner-view.ts';
import { withoutCounters, withoutOwnersMatters } from './owner-view.ts';
import type { ShareService } from './service.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  shares: ShareService;
  access: ShareAccess;
  config: ConfigReader;
  ownerView: OwnerView;
}

export function createShareRoutes(deps: Deps): Route[] {
  return [...createUseRoutes(deps), ...createListRoutes(deps)];
}

function createUseRoutes({ shares, access, config, ownerView }: Deps): Route[] {
  return [
    implement(api.shares.create, async ({ body, actor }) => {
      const { share, uploadToken } = await shares.create(body, actor);
      const role = actor.user && share.reverseShareId === null ? 'owner' : 'uploader';
      return { share: await ownerView.one(share, role), uploadToken };
    }),

    implement(api.shares.isShareIdAvailable, async ({ params, actor }) => ({
      available: await shares.isIdAvailable(params.id, actor),
    })),

    implement(api.shares.open, async ({ params, body, actor, ctx }) => {
      const { token, expiresAt } = await shares.open(actor, params.id, body?.password);
      setVisitorCookie(ctx, token, config.get('general.appUrl'));
      return { token, expiresAt: new Date(expiresAt).toISOString() };
    }),

    implement(api.shares.visit, async ({ params, actor, ctx }) => {
      const { share, opened, refusal } = await shares.visit(actor, params.id);
      if (opened) setVisitorCookie(ctx, opened.token, config.get('general.appUrl'));
      return { share: share && (await ownerView.visible(share)), token: opened?.token ?? null, refusal };
    }),

    implementForShare(access, api.shares.get, ({ share }) => ownerView.visible(share)),

    implementForShare(access, api.shares.getOwned, ({ share, role }) => ownerView.details(share, role)),

    implementForShare(access, api.shares.update, async ({ share, role, body, actor }) =>
      ownerView.details(await shares.edit(share, body, actor), role),
    ),

    implementForShare(access, api.shares.append, async ({ share: before, role, body, actor }) => {
      const { share, uploadToken } = await shares.append(before, body?.files, actor);
      return { share: await ownerView.one(share, role), uploadToken };
    }),

    implementForShare(access, api.shares.complete, async ({ share: before, role, actor, ctx }) => {
      const completed = await withoutIdleTimeout(ctx.req.socket, () => shares.complete(before, actor));
      const share = await ownerView.one(completed, role);
      if (role !== 'uploader') return share;
      return isOwnersAlone(before) ? withoutOwnersMatters(share) : withoutCounters(share);
    }),

    implementForShare(access, api.files.remove, async ({ share, params, actor }) =>
      shares.removeFile(share, params.fileId, actor),
    ),

    implementForShare(access, api.shares.remove, async ({ share, actor }) => shares.remove(share, actor)),
  ];
}

/** After completion a received share belongs only to its owner; the sender can still repeat the completion. */
function isOwnersAlone({ reverseShareId, completedAt }: ShareRecord): boolean {
  return reverseShareId !== null && completedAt !== null;
}

/** Sets one cookie for all shares that a visitor has open; it ends with the browser session. */
function setVisitorCookie(ctx: Context, token: string, appUrl: string): void {
  setCookie(ctx, cookieNames.share, { value: token, path: '/api', sameSite: 'lax', appUrl });
}

function createListRoutes({ shares: service, ownerView }: Deps): Route[] {
  return [
    implement(api.shares.list, async ({ query, actor }) => {
      if (!actor.user) throw new Error('the endpoint needs a user');
      const { shares, nextCursor } = await service.listOwn(actor.user.id, query);
      return { shares: await ownerView.all(shares, 'owner'), nextCursor };
    }),

    implement(api.shares.listAll, async ({ query, actor }) => {
      const { shares, nextCursor } = await service.listAll(query);
      return { shares: await ownerView.withOwners(shares, actor.user?.id ?? null), nextCursor };
    }),
  ];
}
