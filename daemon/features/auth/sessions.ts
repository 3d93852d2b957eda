import { AppError } from '#sdk/contract/errors.js';
import type { SessionId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { newSessionId } from '../../crypto/ids.ts';
import { hashToken } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { VerifiedSession } from '../../http/actor.ts';
import type { Logger } from '../../logger.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import type { AccessTokens } from './access-token.ts';
import { decideSessionEnd, keepForgiven } from './policy.ts';
import type { RefreshTokens } from './refresh-token.ts';
import type { SessionRepo } from './repo.ts';
import type { OpenSession, Origin, SessionRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ sessions: SessionRepo; users: UserRepo }>;
  config: ConfigReader;
  clock: Clock;
  logger: Logger;
  accessTokens: AccessTokens;
  refreshTokens: RefreshTokens;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Opening, prolonging, checking and ending sessions. */
export function createSessions({ uow, config, clock, logger, accessTokens, refreshTokens }: Deps) {
  const endOf = (createdAt: number, now: number) =>
    decideSessionEnd({ createdAt, now, maxHours: config.get('general.sessionDuration') });

  async function issue(user: UserRecord, session: SessionRecord, refreshToken: string): Promise<OpenSession> {
    const { token, expiresAt } = await accessTokens.issue(user.id, session.id, session.expiresAt);
    return {
      user,
      accessToken: token,
      accessTokenExpiresAt: expiresAt,
      refreshToken,
      expiresAt: session.expiresAt,
    };
  }

  /** The session after `token` was used, with the token that is in use now; null when it opens nothing any more. */
  function rotate(session: SessionRecord, token: string, now: number): Rotation | null {
    const hash = hashToken(token);
    const forgiven = keepForgiven(session.spentTokens, now);
    if (hash === session.refreshHash) {
      const successor = refreshTokens.successorOf(token);
      const spentTokens = keepForgiven([...forgiven, { hash, at: now }], now);
      const expiresAt = endOf(session.createdAt, now);
      const refreshHash = hashToken(successor);
      return {
        token: successor,
        session: { ...session, refreshHash, spentTokens, rotatedAt: now, expiresAt },
      };
    }
    // Lost a race against another tab: gets what the winner got.
    const position = forgiven.findIndex((spent) => spent.hash === hash);
    if (position === -1) return null;
    const current = forgiven.slice(position).reduce((spent) => refreshTokens.successorOf(spent), token);
    return { token: current, session };
  }

  return {
    async open(user: UserRecord, { userAgent }: Origin): Promise<OpenSession> {
      const now = clock.now();
      const id = newSessionId();
      const refreshToken = refreshTokens.create(id);
      const session: SessionRecord = {
        id,
        userId: user.id,
        refreshHash: hashToken(refreshToken),
        spentTokens: [],
        rotatedAt: now,
        createdAt: now,
        expiresAt: endOf(now, now),
        userAgent: userAgent?.slice(0, 300) ?? null,
      };
      await uow.transaction(({ sessions }) => sessions.insert(session));
      return issue(user, session, refreshToken);
    },

    /**
     * Exchanges a refresh token. One that was replaced longer ago than the grace time is in wrong hands, or the one
     * after it is: the session ends for both.
     *
     * @throws AppError `session_expired`
     */
    async refresh(token: string): Promise<OpenSession> {
      const id = refreshTokens.sessionOf(token);
      if (!id) throw new AppError('session_expired');
      const now = clock.now();
      const renewed = await uow.transaction(async ({ sessions, users }) => {
        const session = await sessions.findById(id);
        const user = session && (await users.findById(session.userId));
        if (!session || !user) return null;
        const isOver = session.expiresAt <= now || endOf(session.createdAt, now) <= now;
        const rotation = isOver ? null : rotate(session, token, now);
        if (!rotation) {
          await sessions.remove(id);
          if (!isOver) logger.warn({ sessionId: id, userId: user.id }, 'refresh token reused, session ended');
          return null;
        }
        if (rotation.session !== session) await sessions.update(rotation.session);
        return { user, ...rotation };
      });
      if (!renewed) throw new AppError('session_expired');
      return issue(renewed.user, renewed.session, renewed.token);
    },

    async close(id: SessionId): Promise<void> {
      await uow.transaction(({ sessions }) => sessions.remove(id));
    },

    /** The session an access token opened, even if the token has expired meanwhile. */
    async findByAccessToken(accessToken: string): Promise<SessionId | null> {
      return (await accessTokens.verifyExpired(accessToken))?.sessionId ?? null;
    },

    /** Session and account are read each time, so that a sign-out or a change of role holds at once. */
    async verify(accessToken: string): Promise<VerifiedSession | null> {
      const claims = await accessTokens.verify(accessToken);
      if (!claims) return null;
      const [session, user] = await Promise.all([
        uow.recall(`session ${claims.sessionId}`, ({ sessions }) => sessions.findById(claims.sessionId)),
        uow.recall(`user ${claims.userId}`, ({ users }) => users.findById(claims.userId)),
      ]);
      if (!session || !user || session.userId !== user.id || session.expiresAt <= clock.now()) return null;
      return {
        user: { id: user.id, username: user.username, isAdmin: user.isAdmin },
        sessionId: session.id,
        accessTokenExpiresAt: claims.expiresAt,
      };
    },
  };
}

interface Rotation {
  /** The refresh token in use. */
  token: string;
  session: SessionRecord;
}
