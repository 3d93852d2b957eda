import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import { ShareId } from '#sdk/contract/primitives.js';
import type { CreateShare } from '#sdk/contract/shares.js';
import type { Clock } from '../../crypto/clock.ts';
import { newShareId, newShareKey } from '../../crypto/ids.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor, SignedInUser } from '../../http/actor.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditCause, AuditEvent } from '../audit/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import { decideExpiry, defaultExpiration } from './expiry.ts';
import type { CheckQuota, OwnerQuotas } from './quota.ts';
import type { ShareRepo } from './repo.ts';
import type { ShareRecord } from './types.ts';

interface Repos {
  audit: AuditRepo;
  shares: ShareRepo;
  uploads: { outstandingBytes(): Promise<number> };
  users: OwnerQuotas;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  config: ConfigReader;
  clock: Clock;
  jobs: JobWaker;
  audit: Pick<AuditTrail, 'note'>;
  throttle: Pick<Throttle, 'attempt'>;
  checkQuota: CheckQuota;
  hashPassword(password: string): Promise<string>;
  /** What the disk has above the floor. */
  freeBytes(): Promise<number>;
  /** Finishes uploads that have all their bytes; answers how many lack some. */
  settleUploads(share: ShareRecord): Promise<number>;
  /** Told about a share that was published. */
  prepareArchive(share: ShareRecord): Promise<void>;
}

/** A share before it has its link. */
type Draft = Omit<ShareRecord, 'id'>;

export type ShareService = ReturnType<typeof createShareService>;

export function createShareService(deps: Deps) {
  const { uow, config, clock } = deps;

  function requireCreator(user: SignedInUser | null): void {
    if (!user && !config.get('share.allowUnauthenticatedShares'))
      throw new AppError('share_anonymous_disabled');
  }

  /** Within the transaction that inserts the share, so that two at the same moment cannot both fit. */
  async function checkLimits(repos: Pick<Repos, 'shares' | 'users'>, share: Draft): Promise<void> {
    const maxSize = config.get('share.maxSize');
    if (maxSize > 0 && share.declaredSize > maxSize) throw new AppError('share_too_large', { maxSize });
    await deps.checkQuota(repos, { ownerId: share.ownerId, extra: share.declaredSize });
  }

  async function insertWithFreeId(
    share: Draft,
    chosenId: string | undefined,
    by: AuditCause,
  ): Promise<ShareRecord> {
    const free = await deps.freeBytes();
    if (free <= 0) throw new AppError('storage_full');
    return uow.transaction(async (repos) => {
      const { shares, uploads } = repos;
      await checkLimits(repos, share);
      const id = ShareId.parse(chosenId ?? (await findFreeId(shares)));
      try {
        await shares.insert({ ...share, id });
      } catch (error) {
        if (isUniqueViolation(error, 'shares.id_key')) throw new AppError('share_id_taken');
        throw error;
      }
      const promised = (await shares.announcedBytes()) + (await uploads.outstandingBytes());
      if (share.declaredSize > 0 && free < promised) throw new AppError('storage_full');
      await deps.audit.note(repos.audit, by, eventOf('share.create', id));
      return { ...share, id };
    });
  }

  async function findFreeId(shares: ShareRepo): Promise<string> {
    for (;;) {
      const id = newShareId(config.get('share.idLength'));
      if (!(await shares.isIdTaken(id))) return id;
    }
  }

  return {
    async create(input: CreateShare, by: Actor): Promise<{ share: ShareRecord; uploadToken: string }> {
      const { user, ip } = by;
      requireCreator(user);
      if (!user) await deps.throttle.attempt('anonymousShare', { ip });
      if (input.id !== undefined && isReserved(input.id)) throw new AppError('share_id_taken');
      const maxFiles = config.get('share.maxFiles');
      if ((input.files?.count ?? 0) > maxFiles) throw new AppError('share_too_many_files', { maxFiles });
      const rules = { now: clock.now(), maxHours: config.get('share.maxExpiration') };
      const expiration = input.expiration ?? defaultExpiration(config.get('share.defaultExpiration'), rules);
      const expiresAt = decideExpiry(expiration, rules);
      const uploadToken = newToken(tokenPrefixes.upload);
      const draft: Draft = {
        key: newShareKey(),
        ownerId: user?.id ?? null,
        reverseShareId: null,
        name: input.name?.trim() || null,
        description: input.description?.trim() || null,
        passwordHash: input.password ? await deps.hashPassword(input.password) : null,
        passwordVersion: 0,
        maxViews: input.maxViews ?? null,
        views: 0,
        state: 'draft',
        createdAt: rules.now,
        completedAt: null,
        expiration,
        expiresAt,
        removedAt: null,
        purgedAt: null,
        activeAt: rules.now,
        addingAt: null,
        uploadTokenHash: hashToken(uploadToken),
        maxSize: null,
        declaredSize: input.files?.size ?? 0,
        size: 0,
        fileCount: 0,
        reservedSize: 0,
        reservedCount: 0,
        lastAccessAt: null,
        archiveDownloads: 0,
      };
      return { share: await insertWithFreeId(draft, input.id, by), uploadToken };
    },

    /** Tells a stranger as much as opening the link would, and counts like it. */
    async isIdAvailable(id: string, { user, ip }: Pick<Actor, 'user' | 'ip'>): Promise<boolean> {
      requireCreator(user);
      if (!user) await deps.throttle.attempt('unknownShare', { ip });
      return !isReserved(id) && !(await uow.read.shares.isIdTaken(id));
    },

    /** Publishes a draft. Repeating it after success answers the same. */
    async complete(share: ShareRecord, by: AuditCause): Promise<ShareRecord> {
      if (share.state === 'active') return share;
      const missing = await deps.settleUploads(share);
      if (missing > 0) throw new AppError('share_incomplete', { count: missing });
      faultPoint('share:completing');
      const completed = await uow.transaction(async (repos, afterCommit) => {
        const { shares } = repos;
        const current = await shares.findByKey(share.key);
        if (!current || current.state === 'removed') throw new AppError('share_removed');
        if (current.state === 'active') return current;
        if (current.reservedCount > 0)
          throw new AppError('share_incomplete', { count: current.reservedCount });
        if (current.fileCount === 0) throw new AppError('share_empty');
        const now = clock.now();
        const change = {
          state: 'active',
          completedAt: now,
          activeAt: now,
          declaredSize: 0,
          expiresAt: expiryFromNow(current, now),
        } as const;
        await shares.transition(current.key, ['draft', 'completing'], change);
        await deps.audit.note(
          repos.audit,
          await causeOf(by, share, repos.audit),
          eventOf('share.complete', current.id),
        );
        const active = { ...current, ...change };
        afterCommit(() => deps.prepareArchive(active));
        return active;
      });
      faultPoint('share:completed');
      return completed;
    },

    /** The link says "removed" at once; the files go in the background. */
    async remove(share: ShareRecord, by: AuditCause): Promise<void> {
      const now = clock.now();
      const change = {
        state: 'removed',
        removedAt: now,
        activeAt: now,
        addingAt: null,
        declaredSize: 0,
      } as const;
      await uow.transaction(async (repos, afterCommit) => {
        const states = ['draft', 'completing', 'active', 'expired'] as const;
        if (await repos.shares.transition(share.key, states, change))
          await deps.audit.note(
            repos.audit,
            await causeOf(by, share, repos.audit),
            eventOf('share.remove', share.id),
          );
        afterCommit(() => deps.jobs.wake('shares.purge'));
      });
    },
  };
}

/** By its link: the name is the owner's own, and goes with the share. */
function eventOf(action: 'share.create' | 'share.complete' | 'share.remove', id: ShareId): AuditEvent {
  return { action, subject: { id, name: null } };
}

/** Names that mean something else in the addresses of the API. */
const reservedIds = new Set(['isshareidavailable', 'all']);

const isReserved = (id: string) => reservedIds.has(id.toLowerCase());

/** "7 days" means from the moment the link works, however long the upload took. */
function expiryFromNow(share: ShareRecord, now: number): number | null {
  if (share.expiresAt === null) return null;
  return (
    share.expiresAt +
    (/^\d+-/.test(share.expiration) && !share.expiration.includes('T') ? now - share.createdAt : 0)
  );
}

/** The upload token acts for the account that began the share. */
async function causeOf(by: AuditCause, { ownerId }: ShareRecord, audit: AuditRepo): Promise<AuditCause> {
  if (by.user || ownerId === null) return by;
  return { ...by, user: { id: ownerId, username: await audit.usernameOf(ownerId) } };
}
