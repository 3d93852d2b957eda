import { createHmac } from 'node:crypto';
import type { Clock } from '../../../crypto/clock.ts';
import { deriveKey } from '../../../crypto/keys.ts';
import { isEqualText } from '../../../crypto/tokens.ts';
import type { Context } from '../../../http/context.ts';
import type { AuthorizedShare } from '../types.ts';
import type { Delivery } from './deliver.ts';

/** The share that a signed link is bound to, in addition to its path and query. */
export type SignedShare = Pick<AuthorizedShare['share'], 'key'> & { passwordVersion: number };

type Role = AuthorizedShare['role'];

interface Deps {
  /** The origin that content is sent from. */
  contentOrigin: string;
  secretKey: string;
  clock: Pick<Clock, 'now'>;
}

/** Name of the query parameter that contains role, expiry and signature. */
const parameter = 'grant';

/** Milliseconds, long enough to watch a video; every request to the instance's own address gives a new link. */
const lifetime = 15 * 60_000;

const roles: readonly Role[] = ['owner', 'admin', 'uploader', 'visitor', 'stranger'];

/**
 * Signed links to the content origin, valid for one resource and a short time. They name a role and no session, so a link
 * that was issued before its user signed out or was disabled works until it expires.
 */
export interface ContentLinks {
  /** Returns the link on the content origin to what `ctx` requests. */
  sign(ctx: Context, authorized: { share: SignedShare; role: Role }): string;
  /** Removes the grant from the query and returns it; null when there is none that could be valid. */
  take(ctx: Context): PresentedGrant | null;
}

export interface PresentedGrant {
  role: Role;
  /** Whether it was signed for this very address and the current state of the share. */
  isFor(share: SignedShare): boolean;
}

export function createContentLinks({ contentOrigin, secretKey, clock }: Deps): ContentLinks {
  const key = deriveKey(secretKey, 'content links');

  function macOf(
    target: string,
    { role, endsAt }: { role: Role; endsAt: number },
    share: SignedShare,
  ): string {
    const text = JSON.stringify([target, role, endsAt, share.key, share.passwordVersion]);
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  return {
    sign(ctx, { share, role }) {
      const endsAt = clock.now() + lifetime;
      const mac = macOf(ctx.url, { role, endsAt }, share);
      const separator = ctx.querystring === '' ? '?' : '&';
      return `${contentOrigin}${ctx.url}${separator}${parameter}=${role}.${endsAt}.${mac}`;
    },

    take(ctx) {
      const [, target = '', name, end, mac = ''] =
        /^(.*)[?&]grant=([a-z]+)\.(\d{1,16})\.([\w-]{43})$/.exec(ctx.url) ?? [];
      const role = roles.find((known) => known === name);
      const endsAt = Number(end);
      if (!role || endsAt <= clock.now()) return null;
      ctx.url = target;
      return { role, isFor: (share) => isEqualText(mac, macOf(target, { role, endsAt }, share)) };
    },
  };
}

/** Redirects to the content origin instead of sending, while that is a different origin. */
export function createRedirects(
  links: Pick<ContentLinks, 'sign'>,
  { isElsewhere, delivery }: { isElsewhere(): boolean; delivery: Delivery },
): Delivery {
  function redirect(ctx: Context, authorized: AuthorizedShare): void {
    ctx.status = 307;
    ctx.set({ Location: links.sign(ctx, authorized), 'Cache-Control': 'no-store' });
  }
  return {
    async file(ctx, authorized, wanted) {
      if (isElsewhere()) redirect(ctx, authorized);
      else await delivery.file(ctx, authorized, wanted);
    },
    async archive(ctx, authorized, ids) {
      if (isElsewhere()) redirect(ctx, authorized);
      else await delivery.archive(ctx, authorized, ids);
    },
  };
}
