import { createHash } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, isEqualText, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { UserRecord } from '../users/types.ts';
import { actAs, programCodeLifetime } from './policy.ts';
import type { NewSession, Sessions } from './sessions.ts';
import type { AuthRepos, OpenSession, ProgramCode, ProgramCodeRecord, SessionRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<AuthRepos>;
  audit: AuditLog;
  clock: Clock;
  sessions: Sessions;
  throttle: Throttle;
}

/**
 * Signs a program in through a browser in which the user is signed in (RFC 8252): the browser gets a code and passes it
 * to the program over the loopback interface, and the program exchanges it with the verifier that only it knows (RFC
 * 7636).
 */
export interface ProgramSignIn {
  /** @throws AppError `too_many_requests` */
  authorizeProgram(codeChallenge: string, actor: Actor): Promise<ProgramCode>;
  /**
   * Uses the code up, right or wrong. The new session inherits the start of the session that issued the code: it is no
   * fresher and lasts no longer.
   *
   * @throws AppError `authorization_code_invalid`, `too_many_requests`
   */
  signInProgram(claim: { code: string; codeVerifier: string }, actor: Actor): Promise<OpenSession>;
}

/** Why a code is refused. */
type Obstacle = 'expired code' | 'wrong verifier' | 'session over' | 'disabled';

interface Giver {
  user: UserRecord;
  session: SessionRecord;
}

export function createProgramSignIn(deps: Deps): ProgramSignIn {
  const { uow, audit, clock, sessions, throttle } = deps;

  function findObstacle(
    record: ProgramCodeRecord,
    { user, session }: Giver,
    codeVerifier: string,
  ): Obstacle | null {
    if (record.expiresAt <= clock.now()) return 'expired code';
    if (!isEqualText(challengeOf(codeVerifier), record.codeChallenge)) return 'wrong verifier';
    if (sessions.isOver(session)) return 'session over';
    return user.disabledAt === null ? null : 'disabled';
  }

  /** Returns null for a refusal instead of throwing, because an error would roll back the removal of the code. */
  async function exchange(
    { code, codeVerifier }: { code: string; codeVerifier: string },
    actor: Actor,
  ): Promise<NewSession | null> {
    const codeHash = hashToken(code);
    // Anyone can send any code: that must not occupy a connection that writes.
    const owner = await uow.read.programCodes.findOwner(codeHash);
    if (!owner) return null;
    return uow.transaction(async (repos) => {
      await repos.lock('user', owner);
      const record = await repos.programCodes.take(codeHash);
      const session = record && (await repos.sessions.findById(record.sessionId));
      const user = session && (await repos.users.findById(session.userId));
      if (!record || !session || !user) return null;
      const obstacle = findObstacle(record, { user, session }, codeVerifier);
      if (obstacle) {
        await audit.note(
          repos.audit,
          { ...actor, user: null },
          {
            action: 'session.sign_in',
            result: 'refused',
            subject: { id: user.id, name: user.username },
            details: { program: true, reason: obstacle },
          },
        );
        return null;
      }
      await audit.note(repos.audit, actAs(actor, user), {
        action: 'session.sign_in',
        details: { program: true },
      });
      return sessions.add(repos, user, { ...actor, signedInAt: session.createdAt });
    });
  }

  return {
    async authorizeProgram(codeChallenge, actor) {
      const { sessionId, user } = actor;
      if (!sessionId || !user) throw new AppError('sign_in_required');
      await throttle.attempt('programCode', { ip: actor.ip, subject: user.id });
      const code = newToken(tokenPrefixes.program);
      const expiresAt = clock.now() + programCodeLifetime;
      await uow.transaction(async (repos) => {
        await repos.lock('session', sessionId);
        // The session ended since the request arrived.
        if (!(await repos.sessions.findById(sessionId))) throw new AppError('session_expired');
        await repos.programCodes.insert({ codeHash: hashToken(code), sessionId, codeChallenge, expiresAt });
      });
      return { code, expiresAt };
    },

    async signInProgram(claim, actor) {
      const attempt = await throttle.attempt('programSignIn', { ip: actor.ip });
      const session = await attempt.guess(() => exchange(claim, actor));
      if (!session) throw new AppError('authorization_code_invalid');
      return sessions.issue(session);
    },
  };
}

/** RFC 7636, section 4.2 */
function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}
