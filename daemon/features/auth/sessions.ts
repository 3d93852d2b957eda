import { requiresTotp } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newSessionId } from '../../crypto/ids.ts';
import { hashToken } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { VerifiedSession } from '../../http/actor.ts';
import type { Logger } from '../../logger.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { UserRecord } from '../users/types.ts';
import { decideSessionEnd, keepInGrace } from './policy.ts';
import type { AccessTokens, RefreshTokens } from './tokens/access-token.ts';
import type { AuthRepos, OpenSession, Origin, SessionRecord } from './types.ts';

type SessionRepos = Pick<AuthRepos, 'lock' | 'sessions' | 'users' | 'audit'>;

interface Deps {
  uow: UnitOfWork<SessionRepos>;
  audit: AuditLog;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Opens, extends, checks and ends sessions. */
export function createSessions(deps: Deps) {
  const { uow, audit, accessTokens } = deps;

  return {
    /**
     * Adds a session within the transaction that authenticated its user and has the lock of the account, so that it is
     * not missed by whoever ends all sessions. `issue` makes it usable afterwards.
     */
    add: (repos: Pick<SessionRepos, 'sessions' | 'users'>, user: UserRecord, origin: SessionOrigin) =>
      addSession(deps, repos, { user, origin }),

    issue: (session: NewSession) => issueSession(deps, session),

    /** Compares with `now`, and with the currently configured longest duration. */
    isOver: (session: SessionRecord, now?: number) => isOver(deps, session, now),

    async open(user: UserRecord, origin: Origin): Promise<OpenSession> {
      return issueSession(deps, await uow.transaction((repos) => addSession(deps, repos, { user, origin })));
    },

    /**
     * Exchanges a refresh token. If a token is used that was replaced longer ago than the grace time, either it or its
     * successor is stolen: the session ends for both.
     *
     * @throws AppError `session_expired`
     */
    async refresh(token: string, origin: Origin): Promise<OpenSession> {
      const renewed = await renewSession(deps, token, origin);
      if (!renewed) throw new AppError('session_expired');
      return issueSession(deps, renewed);
    },

    /** Ends a session; does nothing if it has already ended. */
    async close(id: SessionId, origin: Origin): Promise<void> {
      await uow.transaction(async ({ lock, sessions, users, audit: trail }) => {
        await lock('session', id);
        const session = await sessions.findById(id);
        if (!session) return;
        await sessions.remove(id);
        const user = await users.findById(session.userId);
        await audit.note(trail, { ...origin, user, apiKey: null }, { action: 'session.sign_out' });
      });
    },

    /** Returns the session of an access token, even if the token has expired. */
    async findByAccessToken(accessToken: string): Promise<SessionId | null> {
      return (await accessTokens.verifyExpired(accessToken))?.sessionId ?? null;
    },

    /**
     * Returns the owner of an access token's session, if the session is still valid; the token itself may have expired.
     */
    async findOwner(accessToken: string): Promise<UserId | null> {
      const claims = await accessTokens.verifyExpired(accessToken);
      const session = claims && (await uow.read.sessions.findById(claims.sessionId));
      const user = session && (await uow.read.users.findById(session.userId));
      return session && !isOver(deps, session) && user?.disabledAt === null ? user.id : null;
    },

    /** Reads session and account each time, so that a sign-out or a change of role takes effect at once. */
    verify: (accessToken: string) => verifySession(deps, accessToken),
  };
}

async function addSession(
  { config, clock, refreshTokens }: Deps,
  repos: Pick<SessionRepos, 'sessions' | 'users'>,
  { user, origin }: { user: UserRecord; origin: SessionOrigin },
): Promise<NewSession> {
  const now = clock.now();
  const createdAt = origin.signedInAt ?? now;
  const id = newSessionId();
  const refreshToken = refreshTokens.create(id);
  const session: SessionRecord = {
    id,
    userId: user.id,
    refreshHash: hashToken(refreshToken),
    spentTokens: [],
    rotatedAt: now,
    createdAt,
    expiresAt: endOf(config, createdAt, now),
    userAgent: origin.userAgent?.slice(0, 300) ?? null,
    ip: origin.ip,
  };
  await repos.sessions.insert(session);
  await repos.users.markSignIn(user.id, now);
  return { user, session, refreshToken };
}

async function issueSession(
  { accessTokens }: Deps,
  { user, session, refreshToken }: NewSession,
): Promise<OpenSession> {
  const { token, expiresAt } = await accessTokens.issue(user.id, session.id, session.expiresAt);
  return {
    user,
    accessToken: token,
    accessTokenExpiresAt: expiresAt,
    refreshToken,
    expiresAt: session.expiresAt,
  };
}

function isOver(
  { config, clock }: Deps,
  { createdAt, expiresAt }: SessionRecord,
  now = clock.now(),
): boolean {
  return expiresAt <= now || endOf(config, createdAt, now) <= now;
}

/** Returns when a session that is used now expires. */
function endOf(config: ConfigReader, createdAt: number, now: number): number {
  return decideSessionEnd({ createdAt, now, maxHours: config.get('general.sessionDuration') });
}

/** Returns the session with its next refresh token; null when the token is not valid. */
async function renewSession(deps: Deps, token: string, origin: Origin): Promise<NewSession | null> {
  const id = deps.refreshTokens.sessionOf(token);
  if (!id) return null;
  const now = deps.clock.now();
  return deps.uow.transaction(async ({ lock, sessions, users, audit: trail }) => {
    await lock('session', id);
    const session = await sessions.findById(id);
    const user = session && (await users.findById(session.userId));
    if (!session || !user) return null;
    const hasEnded = user.disabledAt !== null || isOver(deps, session, now);
    const rotation = hasEnded ? null : rotate(deps, session, { token, now });
    if (!rotation) {
      await sessions.remove(id);
      if (!hasEnded) await noteReuse(deps, trail, { user, origin });
      return null;
    }
    if (rotation.session !== session) await sessions.update({ ...rotation.session, ip: origin.ip });
    return { user, session: rotation.session, refreshToken: rotation.token };
  });
}

/**
 * Returns the session after `token` was used, with the token that is now in use; null when `token` is no longer valid.
 */
function rotate(
  { config, refreshTokens }: Deps,
  session: SessionRecord,
  { token, now }: { token: string; now: number },
): Rotation | null {
  const hash = hashToken(token);
  const forgiven = keepInGrace(session.spentTokens, now);
  if (hash === session.refreshHash) {
    const successor = refreshTokens.successorOf(token);
    const spentTokens = keepInGrace([...forgiven, { hash, at: now }], now);
    const expiresAt = endOf(config, session.createdAt, now);
    const refreshHash = hashToken(successor);
    return {
      token: successor,
      session: { ...session, refreshHash, spentTokens, rotatedAt: now, expiresAt },
    };
  }
  // Lost a race against another tab: return the token that the winner got.
  const position = forgiven.findIndex((spent) => spent.hash === hash);
  if (position === -1) return null;
  const current = forgiven.slice(position).reduce((spent) => refreshTokens.successorOf(spent), token);
  return { token: current, session };
}

async function noteReuse(
  { audit, logger }: Deps,
  trail: AuditRepo,
  { user: { id, username }, origin }: { user: UserRecord; origin: Origin },
): Promise<void> {
  logger.warn({ userId: id, ip: origin.ip }, 'refresh token reused, session ended');
  // It is unknown who sent the token.
  await audit.note(
    trail,
    { ...origin, user: null, apiKey: null },
    { action: 'session.token_reuse', result: 'refused', subject: { id, name: username } },
  );
}

async function verifySession(
  { uow, clock, config, accessTokens }: Deps,
  accessToken: string,
): Promise<VerifiedSession | null> {
  const claims = await accessTokens.verify(accessToken);
  if (!claims) return null;
  const [session, user] = await Promise.all([
    uow.recall(`session ${claims.sessionId}`, ({ sessions }) => sessions.findById(claims.sessionId)),
    uow.recall(`user ${claims.userId}`, ({ users }) => users.findById(claims.userId)),
  ]);
  if (!session || !user || session.userId !== user.id || session.expiresAt <= clock.now()) return null;
  if (user.disabledAt !== null) return null;
  const { id, username, isAdmin, passwordHash, totpSecret } = user;
  const facts = { isAdmin, hasPassword: passwordHash !== null };
  const mustEnableTotp = totpSecret === null && requiresTotp(facts, config.get);
  return {
    user: { id, username, isAdmin, ...(mustEnableTotp && { mustEnableTotp }) },
    sessionId: session.id,
    accessTokenExpiresAt: claims.expiresAt,
  };
}

interface SessionOrigin extends Origin {
  /** When the owner signed in, if it was in another session; default: now. */
  signedInAt?: number;
}

export interface NewSession {
  user: UserRecord;
  session: SessionRecord;
  refreshToken: string;
}

interface Rotation {
  /** The refresh token in use. */
  token: string;
  session: SessionRecord;
}
