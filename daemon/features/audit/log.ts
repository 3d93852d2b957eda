import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { AuditRepo } from './repo.ts';
import type { AuditCause, AuditEvent } from './types.ts';

/** Records actions on accounts, shares and the configuration. */
export interface AuditLog {
  /** Records a change within its transaction, so that neither exists without the other. */
  note(repo: AuditRepo, cause: AuditCause, event: AuditEvent): Promise<void>;
  /** Records an event without a transaction: refusals, which change nothing. */
  record(cause: AuditCause, event: AuditEvent): Promise<void>;
}

/** The host, who starts the server or runs a command on its machine. */
export const byHost: AuditCause = { user: null, apiKey: null, ip: null, requestId: null };

interface Deps {
  uow: UnitOfWork<{ lock: Lock; audit: AuditRepo }>;
  clock: Clock;
}

export function createAuditLog({ uow, clock }: Deps): AuditLog {
  async function note(repo: AuditRepo, cause: AuditCause, event: AuditEvent): Promise<void> {
    const { action, result = 'done', subject, details = {} } = event;
    await repo.insert({
      at: clock.now(),
      action,
      result,
      actorId: cause.user?.id ?? null,
      actorName: cause.user?.username ?? null,
      apiKeyId: cause.apiKey?.id ?? null,
      ip: cause.isHost ? null : cause.ip,
      subjectId: subject?.id ?? null,
      subjectName: subject?.name ?? null,
      details,
      requestId: cause.isHost ? null : cause.requestId,
    });
  }

  return {
    note,
    record: (cause, event) =>
      uow.transaction(async ({ lock, audit }) => {
        const { user } = cause;
        const { subject } = event;
        // An account may have been deleted since the request began, or be deleted now.
        await lock('user', ...[user?.id, subject?.id].filter((id) => id !== undefined));
        const userName = user && (await audit.nameAfterRemoval(user.id));
        const subjectName = subject && (await audit.nameAfterRemoval(subject.id));
        await note(
          audit,
          { ...cause, user: user && { ...user, username: userName ?? user.username } },
          { ...event, ...(subject && { subject: { ...subject, name: subjectName ?? subject.name } }) },
        );
      }),
  };
}
