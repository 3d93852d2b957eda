import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../crypto/clock.ts';
import { newMailId } from '../crypto/ids.ts';
import type { Seal } from '../crypto/seal.ts';
import { sealPurposes } from '../crypto/seal-purposes.ts';
import type { AfterCommit, UnitOfWork } from '../db/unit-of-work.ts';
import { inBatches } from '../jobs/in-batches.ts';
import type { JobSpec } from '../jobs/job.ts';
import type { JobWaker } from '../jobs/runner.ts';
import type { Logger } from '../logger.ts';
import { describeFailure } from './failure.ts';
import type { Mailer } from './mailer.ts';
import type { MailMessage } from './message.ts';
import type { OutboxRepo, QueuedMail } from './outbox-repo.ts';

interface MailRepos {
  outbox: OutboxRepo;
}

interface Deps<Repos extends MailRepos> {
  uow: UnitOfWork<Repos>;
  seal: Seal;
  clock: Clock;
  /** The clock that decides when mails are given up or deleted. */
  clockWatch: { deletionTime(): Promise<number> };
  mailer: Mailer;
  jobs: JobWaker;
  logger: Logger;
  /** Is notified about the delivery of mails. */
  watcher?: MailWatcher<Repos>;
}

/** The result of one attempt to deliver a mail. */
export interface MailOutcome {
  id: string;
  /** `queued`: it is tried again; `dropped`: it was not tried, because the watcher no longer wanted it. */
  state: 'queued' | 'sent' | 'failed' | 'dropped';
  /** The server's answer about this mail; null: none, or the problem concerns the server. */
  problem: string | null;
}

export interface MailWatcher<Repos> {
  /** Called before each attempt: whether a mail about `about` is still needed. */
  isWanted(repos: Repos, about: string): Promise<boolean>;
  /** Called first within a transaction that drops a mail: what `isWanted` answers then stays true until it ends. */
  lock(repos: Repos, about: string): Promise<void>;
  /** Called within the transaction that marks the mail. */
  noteOutcome(repos: Repos, outcome: MailOutcome): Promise<void>;
}

export interface MailTransaction {
  repos: MailRepos;
  afterCommit: AfterCommit;
}

/** The account and the subject of a mail. */
export interface MailSubject {
  /** The account with which it is deleted, sent or not. */
  userId: UserId | null;
  /** What the mail is about: see {@link MailWatcher}. */
  about?: string;
}

/** Mails that wait until the server accepts them, so that no request waits for a mail server. */
export interface Outbox {
  /** Queues a mail within a change: it is sent if and only if the change is committed. Returns its id. */
  add(tx: MailTransaction, message: MailMessage, subject: MailSubject): Promise<string>;
  jobs: readonly JobSpec[];
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Pauses after each failure; the last one repeats. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 4 * hour];

/** No mail is retried for longer than this. */
const giveUpAfter = day;

const retention = 30 * day;

/** One attempt takes no longer than this. */
const longestAttempt = 2 * minute;

/**
 * A server that has claimed a mail and not recorded an outcome after this time was killed or is frozen: another one
 * sends the mail. Longer than an attempt and what surrounds it.
 */
const claimLifetime = 3 * minute;

const sendJob = 'mail.send';

export function createOutbox<Repos extends MailRepos>(deps: Deps<Repos>): Outbox {
  const { uow, seal, clock, mailer, jobs } = deps;
  let triedWith: string | null = null;

  /**
   * Retries mails that the server refused at once after a change of settings, and after a restart. Each of several
   * servers does so once; the mails that another one is sending are left to it.
   */
  async function hastenAfterChange(): Promise<void> {
    const settings = mailer.settingsKey();
    if (settings === triedWith) return;
    await uow.transaction(({ outbox }) => outbox.hasten(clock.now()));
    triedWith = settings;
  }

  return {
    async add({ repos, afterCommit }, message, { userId, about = null }) {
      const id = newMailId();
      const now = clock.now();
      await repos.outbox.insert({
        id,
        userId,
        about,
        kind: message.kind,
        recipient: message.to,
        // Links are secrets.
        message: seal.seal(JSON.stringify(message), sealPurposes.mail(id)),
        expiresAt: Math.min(message.expiresAt, now + giveUpAfter),
        createdAt: now,
      });
      afterCommit(() => jobs.wake(sendJob));
      return id;
    },

    jobs: [
      {
        name: sendJob,
        everyMs: minute / 2,
        async run(signal) {
          await giveUpOverdue(deps);
          if (mailer.isEnabled()) await hastenAfterChange();
          await sendDue(deps, signal);
        },
      },
      { name: 'mail.sweep', everyMs: hour, run: (signal) => removeFinished(deps, signal) },
    ],
  };
}

async function giveUpOverdue<Repos extends MailRepos>({
  uow,
  clockWatch,
  logger,
  watcher,
}: Deps<Repos>): Promise<void> {
  const before = await clockWatch.deletionTime();
  const given = await uow.transaction(async (repos) => {
    const mails = await repos.outbox.expire(before);
    for (const { id, about } of mails) {
      const isWanted = about === null || !watcher || (await watcher.isWanted(repos, about));
      await watcher?.noteOutcome(repos, { id, state: isWanted ? 'failed' : 'dropped', problem: null });
    }
    return mails.length;
  });
  if (given > 0) logger.warn({ count: given }, 'emails were not sent in time and will not be tried again');
}

async function sendDue<Repos extends MailRepos>(deps: Deps<Repos>, signal: AbortSignal): Promise<void> {
  const { mailer } = deps;
  while (!signal.aborted && mailer.isEnabled()) {
    const mail = await takeDue(deps);
    if (!mail) return;
    if (await dropUnwanted(deps, mail)) continue;
    const outcome = await trySending(deps, mail, signal);
    // A problem of the server also affects the next mail; the rest waits for the next run.
    if (outcome === 'stop') return;
  }
}

/** Returns the next mail, which no other server sends. A server that has nothing to send does not write. */
async function takeDue<Repos extends MailRepos>({ uow, clock }: Deps<Repos>): Promise<QueuedMail | null> {
  const { outbox } = uow.read;
  const mail = await outbox.findDue(clock.now());
  if (!mail || !outbox.isShared) return mail;
  return uow.transaction((repos) => repos.outbox.claimDue(clock.now(), claimLifetime));
}

/** Drops a mail that is not needed; false: it is. It may be needed again by the time that the transaction begins. */
async function dropUnwanted<Repos extends MailRepos>(
  { uow, watcher }: Deps<Repos>,
  mail: QueuedMail,
): Promise<boolean> {
  const { id, about } = mail;
  if (about === null || !watcher || (await watcher.isWanted(uow.read, about))) return false;
  return uow.transaction(async (repos) => {
    await watcher.lock(repos, about);
    if (await watcher.isWanted(repos, about)) return false;
    if (await repos.outbox.drop(mail)) {
      await watcher.noteOutcome(repos, { id, state: 'dropped', problem: null });
    }
    return true;
  });
}

async function trySending<Repos extends MailRepos>(
  deps: Deps<Repos>,
  mail: QueuedMail,
  signal: AbortSignal,
): Promise<'next' | 'stop'> {
  const { uow, seal, clock, mailer, logger } = deps;
  const { id, kind } = mail;
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(longestAttempt)]);
    await mailer.send({ id, ...openMessage(seal, mail) }, limited);
  } catch (error) {
    if (!signal.aborted) return recordFailure(deps, mail, error);
    // The server stops; the mail waits for its restart, or another server.
    if (mail.claim !== null) await uow.transaction(({ outbox }) => outbox.release(mail));
    return 'stop';
  }
  await recordOutcome(deps, { id, state: 'sent', problem: null }, (rows) => rows.markSent(mail, clock.now()));
  logger.info({ mail: id, kind }, 'mail sent');
  return 'next';
}

function openMessage(seal: Seal, { id, message }: QueuedMail): MailMessage {
  return JSON.parse(seal.open(message, sealPurposes.mail(id))) as MailMessage;
}

async function recordFailure<Repos extends MailRepos>(
  deps: Deps<Repos>,
  mail: QueuedMail,
  error: unknown,
): Promise<'next' | 'stop'> {
  const { clock, logger, mailer } = deps;
  const { id, kind, about, attempts, expiresAt } = mail;
  const {
    reason,
    isPermanent,
    isOfServer,
    problem: kindOfProblem,
    answer,
  } = describeFailure(error, mailer.mask);
  const failed = { error: reason, failure: { problem: kindOfProblem, answer, ...mailer.server() } };
  const dueAt = clock.now() + (pauses[Math.min(attempts, pauses.length - 1)] ?? hour);
  // A mail about something waits until it expires: only then, the watcher knows whether it was still needed.
  const isDead = isPermanent || (about === null ? dueAt : clock.now()) >= expiresAt;
  const problem = isOfServer ? null : reason;
  await recordOutcome(deps, { id, state: isDead ? 'failed' : 'queued', problem }, (rows) =>
    isDead ? rows.markDead(mail, failed) : rows.postpone(mail, { dueAt, ...failed }),
  );
  const entry = { mail: id, kind, attempts: attempts + 1, reason };
  if (isDead) logger.error(entry, 'email will not be tried again');
  else logger.warn({ ...entry, retryAt: new Date(dueAt).toISOString() }, 'email could not be sent');
  return isOfServer ? 'stop' : 'next';
}

/** Marks a mail, and notifies the watcher if it was still this server's. */
async function recordOutcome<Repos extends MailRepos>(
  { uow, watcher }: Deps<Repos>,
  outcome: MailOutcome,
  mark: (outbox: OutboxRepo) => Promise<boolean>,
): Promise<void> {
  await uow.transaction(async (repos) => {
    if (await mark(repos.outbox)) await watcher?.noteOutcome(repos, outcome);
  });
}

/** Removes mails that were sent or given up long ago. */
async function removeFinished<Repos extends MailRepos>(
  { uow, clockWatch }: Deps<Repos>,
  signal: AbortSignal,
): Promise<void> {
  const before = (await clockWatch.deletionTime()) - retention;
  await inBatches((limit) => uow.transaction(({ outbox }) => outbox.removeFinished(before, limit)), signal);
}
