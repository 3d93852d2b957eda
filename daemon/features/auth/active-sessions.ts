import { AppError } from '#sdk/contract/errors.js';
import type { SessionId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { SessionRepo } from './repos/session-repo.ts';
import type { SessionRecord } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; sessions: SessionRepo; audit: AuditRepo }>;
  clock: Clock;
  audit: AuditLog;
}

/** The sessions in which a user is signed in, as seen from one of them. */
export interface ActiveSessions {
  /** Lists the sessions, last used first. */
  list(actor: Actor): Promise<SessionRecord[]>;
  /** @throws AppError `session_not_found`, also for sessions of other users */
  end(actor: Actor, id: SessionId): Promise<void>;
  /** Ends all sessions except the one that asks; returns how many. */
  endOthers(actor: Actor): Promise<number>;
}

export function createActiveSessions({ uow, clock, audit }: Deps): ActiveSessions {
  return {
    async list({ user }) {
      return user ? uow.read.sessions.listLiving(user.id, clock.now()) : [];
    },

    async end(actor, id) {
      await uow.transaction(async ({ lock, sessions, audit: rows }) => {
        await lock('session', id);
        const session = await sessions.findById(id);
        const isOwn = session !== null && session.userId === actor.user?.id;
        if (!isOwn || session.expiresAt <= clock.now()) throw new AppError('session_not_found');
        await sessions.remove(id);
        await audit.note(rows, actor, { action: 'session.end', subject: { id, name: session.userAgent } });
      });
    },

    async endOthers(actor) {
      const { user, sessionId } = actor;
      if (!user) return 0;
      return uow.transaction(async ({ lock, sessions, audit: rows }) => {
        await lock('user', user.id);
        const living = await sessions.listLiving(user.id, clock.now());
        const ended = living.filter(({ id }) => id !== sessionId).length;
        await sessions.removeOfUser(user.id, sessionId);
        if (ended > 0) await audit.note(rows, actor, { action: 'session.end', details: { ended } });
        return ended;
      });
    },
  };
}
