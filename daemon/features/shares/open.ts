import { AppError, makeError } from '#sdk/contract/errors.js';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import { VisitRefusal } from '#sdk/contract/shares.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { DeliveryRepo } from '../webhooks/delivery-repo.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { type Found, grantLifetime, type ShareAccess } from './access.ts';
import type { LimitLinkGuesses } from './link-guesses.ts';
import type { SharePasswords } from './passwords.ts';
import { factsOf, findClosed } from './policy.ts';
import type { GrantRepo } from './repos/grant-repo.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shares: ShareRepo; grants: GrantRepo; webhookDeliveries: DeliveryRepo }>;
  clock: Clock;
  access: ShareAccess;
  limitLinkGuesses: LimitLinkGuesses;
  passwords: Pick<SharePasswords, 'check'>;
  announceEvent: AnnounceEvent;
  /** Records a visit. */
  noteAccess(shareKey: ShareKey): void;
}

export interface OpenedShare {
  /** The share token: opens this share, and the others that this visitor has opened. */
  token: string;
  expiresAt: number;
}

export interface ShareOpener {
  open(actor: Actor, id: string, password?: string): Promise<OpenedShare>;
  /** Opens what was found a moment ago. */
  openFound(actor: Actor, found: Found, password?: string): Promise<OpenedShare>;
}

/** Opens shares: the only operation that asks for the password and consumes a view. */
export function createShareOpener(deps: Deps): ShareOpener {
  const { uow, clock, access, limitLinkGuesses, passwords, noteAccess, announceEvent } = deps;

  /** A share without a password is not limited, and reveals nothing that it does not tell everybody. */
  async function checkPassword(
    share: ShareRecord,
    { password, ip }: { password: string | undefined; ip: string },
  ): Promise<void> {
    const { passwordHash } = share;
    if (passwordHash === null) return;
    if (password === undefined || password === '') throw new AppError('share_password_required');
    if (!(await passwords.check({ ...share, passwordHash }, { password, ip })))
      throw new AppError('share_password_wrong');
  }

  /** Reuses only a token that we issued and that is still valid; any other could have been planted. */
  async function chooseToken(actor: Actor): Promise<string> {
    const presented = actor.shareToken;
    const isKnown = presented && (await uow.read.grants.isKnown(hashToken(presented), clock.now()));
    return isKnown ? presented : newToken(tokenPrefixes.share);
  }

  async function open(
    actor: Actor,
    { share, role }: Found,
    password: string | undefined,
  ): Promise<OpenedShare> {
    if (!share) throw new AppError('share_not_found');
    const isVisit = role === 'stranger' || role === 'uploader';
    const now = clock.now();
    const closed = findClosed({ ...factsOf(share, now), ...(!isVisit && { maxViews: null }) });
    if (closed) throw makeError(closed, undefined);
    if (isVisit) await checkPassword(share, { password, ip: actor.ip });

    const token = await chooseToken(actor);
    const expiresAt = now + grantLifetime;
    await uow.transaction(async (repos, afterCommit) => {
      const { shares, grants } = repos;
      if (isVisit && !(await shares.consumeView(share, now)))
        throw explainRefusal(await shares.findByKey(share.key), now);
      const { passwordVersion } = share;
      await grants.save(hashToken(token), share.key, { passwordVersion, createdAt: now, expiresAt });
      if (!isVisit) return;
      await announceEvent({ repos, afterCommit }, { type: 'share.viewed', share: share.key });
    });
    if (isVisit) noteAccess(share.key);
    return { token, expiresAt };
  }

  const openFound: ShareOpener['openFound'] = (actor, found, password) =>
    limitLinkGuesses({ actor, role: found.role }, () => open(actor, found, password));

  return {
    openFound,
    async open(actor, id, password) {
      const share = await uow.read.shares.findById(id);
      const role = share ? await access.roleOf(actor, share) : 'stranger';
      return openFound(actor, { share, role }, password);
    },
  };
}

/** Explains what has changed since the share was checked. */
function explainRefusal(share: ShareRecord | null, now: number): AppError {
  if (!share) return new AppError('share_not_found');
  return makeError(findClosed(factsOf(share, now)) ?? 'share_password_required', undefined);
}

interface Visit {
  /** null: closed */
  share: ShareRecord | null;
  /** The grant, if the share was opened by this visit. */
  opened: OpenedShare | null;
  refusal: { code: VisitRefusal; maxViews: number } | null;
}

export type VisitShare = (actor: Actor, id: string) => Promise<Visit>;

/** Shows a share, and opens it where that asks nothing of the visitor and takes nothing from anybody. */
export function createVisitShare({
  access,
  openFound,
}: {
  access: ShareAccess;
  openFound: ShareOpener['openFound'];
}): VisitShare {
  const view = async (actor: Actor, id: string): Promise<Visit> => {
    const { share } = await access.authorize(actor, 'share:view', id);
    return { share, opened: null, refusal: null };
  };
  const openAndView = async (actor: Actor, id: string): Promise<Visit> => {
    const found = await access.find(actor, id);
    const opened = await openFound(actor, found);
    return { share: found.share, opened, refusal: null };
  };
  return async (actor, id) => {
    const visit = await view(actor, id).catch(toRefusal);
    const isFree = visit.refusal?.code === 'share_token_required' && visit.refusal.maxViews === 0;
    return isFree ? openAndView(actor, id).catch(toRefusal) : visit;
  };
}

function toRefusal(error: unknown): Visit {
  const code = VisitRefusal.safeParse(error instanceof AppError ? error.code : undefined);
  if (!(error instanceof AppError) || !code.success) throw error;
  return {
    share: null,
    opened: null,
    refusal: { code: code.data, maxViews: Number(error.params['maxViews'] ?? 0) },
  };
}
