import type { EndpointDefinition } from '#sdk/contract/endpoint.js';
import { AppError, type ErrorCode, makeError } from '#sdk/contract/errors.js';
import { isShareAction, type ShareAction } from '#sdk/contract/shares/actions.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, isEqualText } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { type Actor, signInError } from '../../http/actor.ts';
import { bind, type HandlerInput, type Route } from '../../http/implement.ts';
import type { LimitLinkGuesses } from './link-guesses.ts';
import { factsOf, findRefusal, type ShareRole } from './policy.ts';
import type { GrantRepo } from './repos/grant-repo.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ shares: ShareRepo; grants: GrantRepo }>;
  clock: Clock;
  limitLinkGuesses: LimitLinkGuesses;
}

/** A share token is valid for this long after its last use. */
export const grantLifetime = 3_600_000;

export interface ShareAccess {
  /**
   * Returns the share and the role of `actor` in it if `actor` may do `action`.
   *
   * @throws AppError with the reason for the refusal
   */
  authorize(actor: Actor, action: ShareAction, id: string): Promise<{ share: ShareRecord; role: ShareRole }>;
  /**
   * Authorizes a download through a signed link: `roleOf` returns the role that was signed for this share, or null.
   *
   * @throws AppError `not_found` when it returns null, otherwise the reason for the refusal
   */
  authorizeSignedLink(
    id: string,
    roleOf: (share: ShareRecord) => ShareRole | null,
  ): Promise<{ share: ShareRecord; role: ShareRole }>;
  /** Returns the link of the share that an upload token belongs to, or null. */
  idOfUploadToken(token: string): Promise<string | null>;
  /** Finds the share of a link, if there is one, and the role of `actor` in it. */
  find(actor: Actor, id: string): Promise<Found>;
  /** Authorizes like `authorize`, for a share that is already loaded. */
  check(actor: Actor, action: ShareAction, share: ShareRecord | null): Promise<ShareRecord>;
  roleOf(actor: Actor, share: ShareRecord): Promise<ShareRole>;
}

export function createShareAccess({ uow, clock, limitLinkGuesses }: Deps): ShareAccess {
  const findShare = (id: string) => uow.recall(`share ${id}`, ({ shares }) => shares.findById(id));

  async function hasGrant(token: string, share: ShareRecord): Promise<boolean> {
    const tokenHash = hashToken(token);
    const grant = await uow.recall(`grant ${tokenHash} ${share.key}`, ({ grants }) =>
      grants.find(tokenHash, share.key),
    );
    const now = clock.now();
    if (!grant || grant.expiresAt <= now || grant.passwordVersion !== share.passwordVersion) return false;
    if (grant.expiresAt - now < grantLifetime / 2) {
      await uow.transaction(({ grants }) =>
        grants.save(tokenHash, share.key, { ...grant, createdAt: now, expiresAt: now + grantLifetime }),
      );
    }
    return true;
  }

  async function roleOf(actor: Actor, share: ShareRecord): Promise<ShareRole> {
    const isOwner = actor.user !== null && actor.user.id === share.ownerId;
    const isSender = holdsUploadToken(actor, share, clock.now());
    // The owner of a reverse share and administrators send through it like everybody else.
    const isTheirs = isOwner && share.completedAt !== null;
    if (isSender && share.reverseShareId !== null && !isTheirs) return 'uploader';
    if (isOwner) return 'owner';
    if (actor.isHost || actor.user?.isAdmin) return 'admin';
    if (isSender) return 'uploader';
    return actor.shareToken && (await hasGrant(actor.shareToken, share)) ? 'visitor' : 'stranger';
  }

  function decide(actor: Actor, action: ShareAction, { share, role }: Found): ShareRecord {
    if (!share) throw new AppError('share_not_found');
    const problem = findRefusal(role, action, factsOf(share, clock.now()));
    if (problem) throw explain(problem, actor, share);
    return share;
  }

  const withRole = async (actor: Actor, share: ShareRecord | null): Promise<Found> => ({
    share,
    role: share ? await roleOf(actor, share) : 'stranger',
  });

  const find = async (actor: Actor, id: string) => withRole(actor, await findShare(id));

  async function idOfUploadToken(token: string): Promise<string | null> {
    const tokenHash = hashToken(token);
    const share = await uow.recall(`upload token ${tokenHash}`, ({ shares }) =>
      shares.findByUploadToken(tokenHash),
    );
    return share?.id ?? null;
  }

  const authorize: ShareAccess['authorize'] = async (actor, action, id) => {
    const found = await find(actor, id);
    const { role } = found;
    return limitLinkGuesses({ actor, role }, async () => ({ share: decide(actor, action, found), role }));
  };

  const authorizeSignedLink: ShareAccess['authorizeSignedLink'] = async (id, roleOf) => {
    const share = await findShare(id);
    const role = share && roleOf(share);
    if (!share || !role) throw new AppError('not_found');
    const problem = findRefusal(role, 'share:download', factsOf(share, clock.now()));
    if (problem) throw makeError(problem, undefined);
    return { share, role };
  };

  return {
    roleOf,
    idOfUploadToken,
    find,
    authorize,
    authorizeSignedLink,
    check: async (actor, action, share) => decide(actor, action, await withRole(actor, share)),
  };
}

export interface Found {
  share: ShareRecord | null;
  role: ShareRole;
}

const hour = 3_600_000;
const longestUpload = 14 * 24 * hour;

function holdsUploadToken({ uploadToken }: Actor, share: ShareRecord, now: number): boolean {
  if (!uploadToken || !share.uploadTokenHash || !isUploadTokenAlive(share, now)) return false;
  return isEqualText(hashToken(uploadToken), share.uploadTokenHash);
}

/** A completion can be repeated for one hour; no upload lasts longer than two weeks. */
function isUploadTokenAlive(share: ShareRecord, now: number): boolean {
  const { createdAt, completedAt, addingAt, activeAt } = share;
  if (completedAt === null) return now - createdAt < longestUpload;
  return addingAt === null ? now - activeAt < hour : now - addingAt < longestUpload;
}

function explain(problem: ErrorCode, actor: Actor, share: ShareRecord): AppError {
  if (problem === 'share_token_required') {
    return new AppError('share_token_required', { maxViews: share.maxViews ?? 0 });
  }
  if (problem === 'forbidden' && !actor.user && !actor.isHost) {
    return signInError(actor);
  }
  return makeError(problem, undefined);
}

interface ShareInput<E> extends HandlerInput<E> {
  share: ShareRecord;
  role: ShareRole;
}

type HandlerResult<E> = ReturnType<Parameters<typeof bind<E & EndpointDefinition>>[1]>;

/**
 * Binds a handler to an endpoint of one share. The action that the endpoint declares is authorized before the handler
 * gets the share, so no route can forget the check.
 */
export function implementForShare<
  const E extends EndpointDefinition & { params: EndpointDefinition['params'] },
>(access: ShareAccess, endpoint: E, handler: (input: ShareInput<E>) => HandlerResult<E>): Route {
  const action = endpoint.access;
  if (!isShareAction(action)) throw new Error(`${endpoint.method} ${endpoint.path} declares no share action`);
  return bind(endpoint, async (input) => {
    const { id } = input.params as unknown as { id: string };
    return handler({ ...input, ...(await access.authorize(input.actor, action, id)) });
  });
}
