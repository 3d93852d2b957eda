import type { UserId } from '#sdk/contract/primitives.js';
import type { Clock } from '../crypto/clock.ts';
import { newMailId } from '../crypto/ids.ts';
import type { Seal } from '../crypto/seal.ts';
import type { AfterCommit, UnitOfWork } from '../db/unit-of-work.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { JobWaker } from '../jobs/runner.ts';
import type { Logger } from '../logger.ts';
import { describeFailure } from './failure.ts';
import type { Mailer } from './mailer.ts';
import type { MailMessage } from './message.ts';
import type { OutboxRepo, QueuedMail } from './outbox-repo.ts';

interface Deps {
  uow: UnitOfWork<{ outbox: OutboxRepo }>;
  seal: Seal;
  clock: Clock;
  mailer: Mailer;
  jobs: JobWaker;
  logger: Logger;
}

/** Mails that wait until the server takes them: whoever causes one waits for nothing. */
export interface Outbox {
  /**
   * Queues a mail as part of a change: it is sent when, and only when, the change is committed. One that is about an account
   * is forgotten with the account, sent or not.
   */
  add(
    tx: { repos: { outbox: OutboxRepo }; afterCommit: AfterCommit },
    message: MailMessage,
    userId: UserId | null,
  ): Promise<void>;
  jobs: readonly JobSpec[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a mail waits after each failure; after the last of them always as long. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 4 * hour];

/** No mail is tried for longer. */
const patience = day;

const retention = 30 * day;

const sendJob = 'mail.send';

export function createOutbox({ uow, seal, clock, mailer, jobs, logger }: Deps): Outbox {
  async function sendDue(signal: AbortSignal): Promise<void> {
    const given = await uow.transaction(({ outbox }) => outbox.expire(clock.now()));
    if (given > 0) logger.warn({ count: given }, 'mails given up: they could not be sent in time');
    while (!signal.aborted && mailer.isEnabled()) {
      const mail = await uow.read.outbox.findDue(clock.now());
      if (!mail) return;
      const outcome = await trySending(mail, signal);
      // What ails the server ails the next mail too; the rest waits for the next run.
      if (outcome === 'stop') return;
    }
  }

  async function trySending(mail: QueuedMail, signal: AbortSignal): Promise<'next' | 'stop'> {
    const { id, kind } = mail;
    try {
      await mailer.send({ id, ...openMessage(mail) }, signal);
    } catch (error) {
      // The server stops; the mail waits for its return.
      if (signal.aborted) return 'stop';
      return fail(mail, error);
    }
    await uow.transaction(({ outbox }) => outbox.markSent(id, clock.now()));
    logger.info({ mail: id, kind }, 'mail sent');
    return 'next';
  }

  async function fail(
    { id, kind, attempts, expiresAt }: QueuedMail,
    error: unknown,
  ): Promise<'next' | 'stop'> {
    const { reason, isPermanent, isOfServer } = describeFailure(error);
    const dueAt = clock.now() + (pauses[Math.min(attempts, pauses.length - 1)] ?? hour);
    const isDead = isPermanent || dueAt >= expiresAt;
    await uow.transaction(({ outbox }) =>
      isDead ? outbox.markDead(id, reason) : outbox.postpone(id, { dueAt, error: reason }),
    );
    const entry = { mail: id, kind, attempts: attempts + 1, reason };
    if (isDead) logger.error(entry, 'mail given up');
    else logger.warn({ ...entry, retryAt: new Date(dueAt).toISOString() }, 'mail could not be sent');
    return isOfServer ? 'stop' : 'next';
  }

  function openMessage({ id, message }: QueuedMail): MailMessage {
    return JSON.parse(seal.open(message, purposeOf(id))) as MailMessage;
  }

  return {
    async add({ repos, afterCommit }, message, userId) {
      const id = newMailId();
      const now = clock.now();
      await repos.outbox.insert({
        id,
        userId,
        kind: message.kind,
        recipient: message.to,
        // Links are secrets.
        message: seal.seal(JSON.stringify(message), purposeOf(id)),
        expiresAt: Math.min(message.expiresAt, now + patience),
        createdAt: now,
      });
      afterCommit(() => jobs.wake(sendJob));
    },

    jobs: [
      { name: sendJob, everyMs: minute / 2, run: sendDue },
      {
        name: 'mail.sweep',
        everyMs: hour,
        async run() {
          await uow.transaction(({ outbox }) => outbox.removeFinished(clock.now() - retention));
        },
      },
    ],
  };
}

function purposeOf(id: string): string {
  return `mail ${id}`;
}
