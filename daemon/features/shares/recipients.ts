import { AppError } from '#sdk/contract/errors.js';
import { ShareKey, type UserId } from '#sdk/contract/formats/primitives.js';
import { maxRecipients } from '#sdk/contract/share-inputs.js';
import type { Clock } from '../../crypto/clock.ts';
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
  /** The mail with the link of a share, without who gets it. */
  composeInvitation(share: ShareRecord, creator: string | null): Omit<MailMessage, 'to'>;
}

export interface RecipientTransaction {
  repos: RecipientRepos;
  afterCommit: AfterCommit;
}

/** Makes the new list that of the share, and mails who is new if it is published. Within the transaction of the change. */
export type ApplyRecipients = (tx: RecipientTransaction, share: ShareRecord) => Promise<void>;

export interface RecipientChange {
  /** All of them; undefined: they stay as they are. */
  emails: readonly string[] | undefined;
  actor: Pick<Actor, 'user' | 'ip'>;
  /** undefined: the share is new. */
  share?: ShareRecord;
}

/** Who gets the link of a share by mail: one mail each, when it is published or when they are named later. */
export interface ShareRecipients {
  /**
   * Runs `work`, the transaction of a change, which must call `apply` within. The mails are counted before, and taken
   * back when `work` fails. It runs again if the list has changed meanwhile.
   *
   * @throws AppError `share_recipients_disabled`, `share_recipient_limit`, `too_many_requests`, and what `work` throws
   */
  change<T>(change: RecipientChange, work: (apply: ApplyRecipients) => Promise<T>): Promise<T>;
  /** Mails everybody who waits, within the transaction that publishes the share. */
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
      // Switched off since they were named.
      const mailId = isEnabled()
        ? await outbox.add(tx, { ...message, to: email }, { userId: share.ownerId, about: share.key })
        : null;
      const state = mailId === null ? 'failed' : 'queued';
      if (mailId !== null) mails += 1;
      await recipients.setState(share.key, emailKey, { state, mailId, changedAt });
    }
    await recipients.addMailed(share.key, mails);
  }

  /** Whoever was taken off the list since it was looked at is new again, and must be counted too. */
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

/** Rolls a change back whose list has become another one. */
class UncountedRecipients extends Error {
  readonly added: Addressee[];

  constructor(added: Addressee[]) {
    super('there are recipients that were not counted');
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

/** What becomes of mails about shares is written down with their recipients; shares that are over need none. */
export function createShareMailWatcher({
  clock,
}: {
  clock: Clock;
}): MailWatcher<{ shares: ShareRepo; recipients: RecipientRepo }> {
  return {
    async isWanted({ shares }, about) {
      const share = await shares.findByKey(ShareKey.parse(about));
      return share !== null && stateAt(share, clock.now()) === 'active';
    },
    noteOutcome: ({ recipients }, { id, state, problem }) =>
      recipients.noteMail(id, { state, problem, changedAt: clock.now() }),
  };
}

interface RecipientLimitDeps {
  clock: Clock;
  throttle: Pick<Throttle, 'attemptAll'>;
}

/**
 * Counts a mail to each of the addresses, all of them or none: half of a list would be mailed to nobody knows whom.
 * Answers how to take them back.
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
