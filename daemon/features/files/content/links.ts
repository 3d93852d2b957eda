import { createHmac } from 'node:crypto';
import type { Clock } from '../../../crypto/clock.ts';
import { deriveKey } from '../../../crypto/keys.ts';
import { isEqualText } from '../../../crypto/tokens.ts';
import type { Context } from '../../../http/context.ts';
import type { AuthorizedShare } from '../types.ts';
import type { Delivery } from './deliver.ts';

/** What a signed address is about, beside its path and query. */
export type SignedShare = Pick<AuthorizedShare['share'], 'key'> & { passwordVersion: number };

type Role = AuthorizedShare['role'];

interface Deps {
  /** Where content may be sent from. */
  contentOrigin: string;
  secretKey: string;
  clock: Pick<Clock, 'now'>;
}

/** Name of the part of the query that holds role, end and signature. */
const parameter = 'grant';

/** Long enough to look at a video; every request to the instance's own address gives a new one. */
const lifetime = 15 * 60_000;

const roles: readonly Role[] = ['owner', 'admin', 'uploader', 'visitor', 'stranger'];

/** Addresses on the origin of content, which hold for one resource and a short time. */
export interface ContentLinks {
  /** The address on the content's origin of what `ctx` asks for. */
  sign(ctx: Context, authorized: { share: SignedShare; role: Role }): string;
  /** Takes the grant out of the query; null when there is none that could hold. */
  take(ctx: Context): PresentedGrant | null;
}

export interface PresentedGrant {
  role: Role;
  /** True when it was made for this very address and the share as it is now. */
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

/** In place of sending: leads to the origin of content, as long as that is another one. */
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
