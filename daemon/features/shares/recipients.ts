import { AppError } from '#sdk/contract/errors.js';
import { ShareKey, type UserId } from '#sdk/contract/formats/primitives.js';
import { maxRecipients } from '#sdk/contract/shares/inputs.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { MailWatcher, Outbox } from '../../mail/outbox.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { Attempt, Throttle } from '../../throttle/throttle.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { RecipientRepo } from './repos/recipient-repo.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import { type ShareRecord, stateAt } from './types.ts';

interface RecipientRepos {
  recipients: RecipientRepo;
  outbox: OutboxRepo;
  users: { findById(id: UserId): Promise<{ username: string } | null> };
}

interface Deps {
  uow: UnitOfWork<RecipientRepos>;
  config: ConfigReader;
  clock: Clock;
  throttle: Pick<Throttle, 'attemptAll'>;
  outbox: Pick<Outbox, 'add'>;
  /** Composes the mail with the link of a share, without recipients. */
  composeInvitation(share: ShareRecord, creator: string | null): Omit<MailMessage, 'to'>;
}

export interface RecipientTransaction {
  repos: RecipientRepos;
  afterCommit: AfterCommit;
}

/**
 * Replaces the recipients of the share with the new list, and mails new ones if the share is published. Runs within the
 * transaction of the change.
 */
export type ApplyRecipients = (tx: RecipientTransaction, share: ShareRecord) => Promise<void>;

export interface RecipientChange {
  /** The complete list; undefined: unchanged. */
  emails: readonly string[] | undefined;
  actor: Pick<Actor, 'user' | 'ip'>;
  /** undefined: the share is new. */
  share?: ShareRecord;
}

/** The recipients of a share: each gets one mail, when the share is published or when they are added later. */
export interface ShareRecipients {
  /**
   * Runs `work`, the transaction of a change, which must call `apply`. The mails are counted before, and uncounted if
   * `work` fails. It runs again if the list has changed since it was read.
   *
   * @throws AppError `share_recipients_disabled`, `share_recipient_limit`, `too_many_requests`, and the errors of
   *   `work`
   */
  change<T>(change: RecipientChange, work: (apply: ApplyRecipients) => Promise<T>): Promise<T>;
  /** Mails all waiting recipients, within the transaction that publishes the share. */
  announce: ApplyRecipients;
}

interface Addressee {
  email: string;
  emailKey: string;
}

export function createShareRecipients(deps: Deps): ShareRecipients {
  const { uow, config, clock, throttle, outbox, composeInvitation } = deps;
  const isEnabled = () => config.get('email.enableShareEmailRecipients') && config.get('smtp.enabled');

  const countMails = createCountMails({ clock, throttle });

  async function count({ user, ip }: RecipientChange['actor'], fresh: readonly Addressee[]) {
    if (fresh.length === 0) return async () => undefined;
    if (!user || !isEnabled()) throw new AppError('share_recipients_disabled');
    return countMails(
      { id: user.id, ip },
      fresh.map(({ emailKey }) => emailKey),
    );
  }

  async function replace(
    { repos }: RecipientTransaction,
    { key }: ShareRecord,
    { wanted, counted }: { wanted: readonly Addressee[]; counted: readonly Addressee[] },
  ): Promise<void> {
    const known = await repos.recipients.list(key);
    const added = wanted.filter((one) => !includes(known, one));
    if (!added.every((one) => includes(counted, one))) throw new UncountedRecipients(added);
    const waiting = known.filter((one) => one.state === 'waiting' && includes(wanted, one));
    const mails = (await repos.recipients.countMailed(key)) + waiting.length + added.length;
    if (added.length > 0 && mails > maxRecipients)
      throw new AppError('share_recipient_limit', { max: maxRecipients });
    for (const { mailId, emailKey } of known.filter((one) => !includes(wanted, one))) {
      if (mailId !== null) await repos.outbox.cancel(mailId);
      await repos.recipients.remove(key, emailKey);
    }
    const fresh = { state: 'waiting', mailId: null, problem: null, changedAt: clock.now() } as const;
    for (const addressee of added) await repos.recipients.add(key, { ...addressee, ...fresh });
  }

  async function announce(tx: RecipientTransaction, share: ShareRecord): Promise<void> {
    const { recipients, users } = tx.repos;
    const waiting = (await recipients.list(share.key)).filter(({ state }) => state === 'waiting');
    if (waiting.length === 0) return;
    const changedAt = clock.now();
    const creator = share.ownerId && (await users.findById(share.ownerId));
    const message = composeInvitation(share, creator?.username ?? null);
    let mails = 0;
    for (const { email, emailKey } of waiting) {
      // Recipients were turned off since these were added.
      const mailId = isEnabled()
        ? await outbox.add(tx, { ...message, to: email }, { userId: share.ownerId, about: share.key })
        : null;
      const state = mailId === null ? 'failed' : 'queued';
      if (mailId !== null) mails += 1;
      await recipients.setState(share.key, emailKey, { state, mailId, changedAt });
    }
    await recipients.addMailed(share.key, mails);
  }

  /** A recipient who was removed from the list since it was read is new again, and must be counted too. */
  async function applyCounted<T>(
    { actor, wanted, fresh }: { actor: RecipientChange['actor']; wanted: Addressee[]; fresh: Addressee[] },
    work: (apply: ApplyRecipients) => Promise<T>,
  ): Promise<T> {
    const takeBack = await count(actor, fresh);
    try {
      return await work(async (tx, share) => {
        await replace(tx, share, { wanted, counted: fresh });
        await announceIfActive(tx, share);
      });
    } catch (error) {
      await takeBack();
      if (!(error instanceof UncountedRecipients)) throw error;
      return applyCounted({ actor, wanted, fresh: error.added }, work);
    }
  }

  async function announceIfActive(tx: RecipientTransaction, share: ShareRecord): Promise<void> {
    if (stateAt(share, clock.now()) === 'active') await announce(tx, share);
  }

  return {
    announce,

    async change({ emails, actor, share }, work) {
      if (!emails) return work(announceIfActive);
      const wanted = distinct(emails);
      const known = share ? await uow.read.recipients.list(share.key) : [];
      const fresh = wanted.filter((one) => !includes(known, one));
      return applyCounted({ actor, wanted, fresh }, work);
    },
  };
}

/** Rolls back a change whose list has changed since it was counted. */
class UncountedRecipients extends Error {
  readonly added: Addressee[];

  constructor(added: Addressee[]) {
    super('some recipients were not counted');
    this.added = added;
  }
}

function distinct(emails: readonly string[]): Addressee[] {
  const byKey = new Map<string, Addressee>();
  for (const email of emails) {
    const emailKey = email.toLowerCase();
    if (!byKey.has(emailKey)) byKey.set(emailKey, { email, emailKey });
  }
  return [...byKey.values()];
}

function includes(list: readonly Addressee[], { emailKey }: Addressee): boolean {
  return list.some((one) => one.emailKey === emailKey);
}

/**
 * Records the delivery of mails about shares with their recipients. Mails about ended shares are not sent; their
 * recipients wait until the share is extended.
 */
export function createShareMailWatcher({
  clock,
}: {
  clock: Clock;
}): MailWatcher<{ lock: Lock; shares: ShareRepo; recipients: RecipientRepo }> {
  return {
    async isWanted({ shares }, about) {
      const share = await shares.findByKey(ShareKey.parse(about));
      return share !== null && stateAt(share, clock.now()) === 'active';
    },
    lock: ({ lock }, about) => lock('share', about),
    noteOutcome({ recipients }, { id, state, problem }) {
      const changedAt = clock.now();
      if (state === 'dropped') return recipients.noteDropped(id, changedAt);
      return recipients.noteMail(id, { state, problem, changedAt });
    },
  };
}

interface RecipientLimitDeps {
  clock: Clock;
  throttle: Pick<Throttle, 'attemptAll'>;
}

/**
 * Counts a mail to each of the addresses, all of them or none: otherwise an unknown part of the list would be mailed.
 * Returns a function that undoes the count.
 *
 * @throws AppError `too_many_requests`
 */
type CountMails = (
  sender: { id: UserId; ip: string },
  addresses: readonly string[],
) => Promise<() => Promise<void>>;

function createCountMails({ clock, throttle }: RecipientLimitDeps): CountMails {
  async function countAll({ id, ip }: { id: UserId; ip: string }, count: number): Promise<Attempt> {
    const attempt = await throttle.attemptAll(
      [
        ['recipientMail', { ip, subject: id }],
        ['recipientMailOfAll', { ip, subject: 'all' }],
      ],
      count,
    );
    if (attempt.points === count) return attempt;
    await attempt.takeBack();
    throw new AppError('too_many_requests', { seconds: Math.ceil((attempt.endsAt - clock.now()) / 1000) });
  }

  return async (sender, addresses) => {
    const ofSender = await countAll(sender, addresses.length);
    try {
      const ofAddresses = await throttle.attemptAll(
        addresses.map((subject) => ['recipientMailTo', { ip: sender.ip, subject }]),
      );
      return async () => {
        await ofSender.takeBack();
        await ofAddresses.takeBack();
      };
    } catch (error) {
      await ofSender.takeBack();
      throw error;
    }
  };
}
