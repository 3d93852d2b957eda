import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import { inBatches } from '../../jobs/in-batches.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ApiKeyRepo } from '../api-keys/repo.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { OwnerRepo } from '../shares/repos/owner-repo.ts';
import type { ClockWatch } from '../system/clock-watch.ts';
import type { AccountAccessRepo } from '../users/access-repo.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import type { AccountLinks } from './account-links.ts';
import { findPasswordManager, findResetObstacle } from './policy.ts';
import type { LinkRepo } from './repos/link-repo.ts';
import type { SessionRepo } from './repos/session-repo.ts';
import type { LinkPurpose } from './types.ts';

export interface LinkRepos {
  lock: Lock;
  users: UserRepo;
  sessions: SessionRepo;
  accountAccess: AccountAccessRepo;
  apiKeys: ApiKeyRepo;
  links: LinkRepo;
  owners: Pick<OwnerRepo, 'endUploadTokens'>;
  workloadIdentities: { removeOfUser(userId: UserId): Promise<void> };
  outbox: OutboxRepo;
  audit: AuditRepo;
}

interface Deps {
  uow: UnitOfWork<LinkRepos>;
  clockWatch: Pick<ClockWatch, 'deletionTime'>;
  throttle: Throttle;
  audit: AuditLog;
  links: AccountLinks;
  mails: AccountMails<LinkRepos>;
  jobs: JobWaker;
  /** Returns the form in which addresses are compared. */
  emailKey(email: string): string;
  /** @throws AppError `password_too_common` */
  hashNewPassword(password: string): Promise<string>;
  /** @throws AppError `email_taken` */
  setEmail(users: UserRepo, id: UserId, email: string): Promise<void>;
}

export interface LinkService {
  /**
   * Mails a link to choose a new password, if there is an account with this address and the instance sends mail. The
   * answer is always the same, and equally fast, because the account is looked up afterwards.
   *
   * @throws AppError `too_many_requests`
   */
  requestPasswordReset(email: string, actor: Actor): Promise<void>;
  /** @throws AppError `link_invalid`, `password_too_common`, `too_many_requests` */
  resetPassword(claim: { token: string; password: string }, actor: Actor): Promise<void>;
  /** @throws AppError `link_invalid`, `email_taken`, `too_many_requests` */
  confirmEmail(token: string, actor: Actor): Promise<void>;
  jobs: readonly JobSpec[];
  /** Mails the links that were requested. */
  stop(): Promise<void>;
}

interface LinkClaim {
  token: string;
  allowed: readonly LinkPurpose[];
  owner: UserId;
}

const resetJob = 'links.mailResets';

const passwordLinks: readonly LinkPurpose[] = ['reset', 'invite'];

/** Issues mailed links and carries out what they are for. */
export function createLinkService(deps: Deps): LinkService {
  const { uow, clockWatch, throttle, audit, links, mails, jobs, emailKey, hashNewPassword, setEmail } = deps;
  const asked: { email: string; actor: Actor }[] = [];

  async function mailResets(): Promise<void> {
    for (let next = asked.shift(); next; next = asked.shift()) await mailReset(next.email, next.actor);
  }

  async function mailReset(email: string, actor: Actor): Promise<void> {
    await uow.transaction(async (repos, afterCommit) => {
      const user = await lockHolder(repos, email);
      const sources = user === null ? [] : await sourcesOf(repos, user.id);
      const obstacle = mails.isEnabled() ? findResetObstacle(user, sources) : 'mailDisabled';
      const provider = user && obstacle === 'managed' && findPasswordManager(user, sources);
      if (user && !obstacle) await mails.sendPasswordReset({ repos, afterCommit }, user, actor);
      if (user && provider) {
        await mails.sendNotice({ repos, afterCommit }, { user, notice: 'passwordManaged', provider }, actor);
      }
      await audit.note(repos.audit, actor, {
        action: 'account.password_reset_request',
        ...(user && { subject: subjectOf(user) }),
        ...(obstacle && { result: 'refused', details: { reason: obstacle } }),
      });
    });
  }

  /** Returns the account that has an address. Which one to lock is known only after reading, so it is read again. */
  async function lockHolder({ lock, users }: LinkRepos, email: string): Promise<UserRecord | null> {
    const key = emailKey(email);
    const holder = await users.findByEmailKey(key);
    if (!holder) return null;
    await lock('user', holder.id);
    return users.findByEmailKey(key);
  }

  /** Whether the rule allows no more mails to this address. The requester is not told. */
  async function isFlooded(email: string, actor: Actor): Promise<boolean> {
    try {
      await throttle.attempt('resetMail', { ip: actor.ip, subject: emailKey(email) });
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') return true;
      throw error;
    }
  }

  /** Finds the account of a link, whose lock is taken before the link is used up: that is what decides. */
  async function claimOf(token: string, allowed: readonly LinkPurpose[]): Promise<LinkClaim> {
    const owner = await links.findOwner(uow.read.links, token, allowed);
    if (!owner) throw new AppError('link_invalid');
    return { token, allowed, owner };
  }

  /** Uses a link up and returns its account; a link that was mailed to an earlier address is not valid. */
  async function redeem(repos: LinkRepos, { token, allowed, owner }: LinkClaim) {
    await repos.lock('user', owner);
    const link = await links.take(repos.links, token, allowed);
    const user = link && (await repos.users.findById(link.userId));
    const isStale = link?.purpose !== 'email' && link?.email !== user?.email;
    if (!link || !user || user.disabledAt !== null || isStale) throw new AppError('link_invalid');
    return { link, user };
  }

  return {
    async requestPasswordReset(email, actor) {
      await throttle.attempt('resetRequest', { ip: actor.ip });
      if (await isFlooded(email, actor)) return;
      asked.push({ email, actor });
      jobs.wake(resetJob);
    },

    async resetPassword({ token, password }, actor) {
      await throttle.attempt('link', { ip: actor.ip });
      // Checked before the costly hash.
      const claim = await claimOf(token, passwordLinks);
      const passwordHash = await hashNewPassword(password);
      await uow.transaction(async (repos, afterCommit) => {
        const { link, user } = await redeem(repos, claim);
        await repos.users.update(user.id, { passwordHash });
        await repos.accountAccess.removeLinks(user.id);
        await repos.accountAccess.removeLoginTokens(user.id);
        await repos.sessions.removeOfUser(user.id);
        // The person who controlled the account until now may have created API keys or workload identities, kept
        // upload tokens of drafts, or linked a provider account.
        await repos.apiKeys.removeOfUser(user.id);
        await repos.workloadIdentities.removeOfUser(user.id);
        await repos.owners.endUploadTokens(user.id);
        await repos.accountAccess.removeSocialAccounts(user.id);
        await audit.note(repos.audit, actor, {
          action: 'account.password_reset',
          subject: subjectOf(user),
          details: { by: link.purpose },
        });
        // The first password of an invited user is not a change.
        if (link.purpose === 'invite' && user.passwordHash === null) return;
        await mails.sendNotice({ repos, afterCommit }, { user, notice: 'passwordChanged' }, actor);
      });
    },

    async confirmEmail(token, actor) {
      await throttle.attempt('link', { ip: actor.ip });
      const claim = await claimOf(token, ['email']);
      await uow.transaction(async (repos, afterCommit) => {
        const { link, user } = await redeem(repos, claim);
        await setEmail(repos.users, user.id, link.email);
        await repos.accountAccess.removeLinks(user.id);
        await audit.note(repos.audit, actor, { action: 'account.email_change', subject: subjectOf(user) });
        await mails.sendNotice({ repos, afterCommit }, { user, notice: 'emailChanged' }, actor);
      });
    },

    stop: mailResets,

    jobs: [
      { name: resetJob, everyMs: 60_000, run: mailResets, isOfServer: true },
      {
        name: 'links.sweep',
        everyMs: 3_600_000,
        async run(signal) {
          const before = await clockWatch.deletionTime();
          await inBatches(
            (limit) => uow.transaction(({ links }) => links.removeExpired(before, limit)),
            signal,
          );
        },
      },
    ],
  };
}

async function sourcesOf({ accountAccess }: LinkRepos, id: UserId): Promise<readonly AccountSource[]> {
  return (await accountAccess.providersOf([id])).get(id) ?? [];
}

function subjectOf({ id, username }: UserRecord): { id: string; name: string } {
  return { id, name: username };
}
