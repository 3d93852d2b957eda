import { allowsReverseShares, type Creator, creatorOf } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import type { ReverseShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { CreateReverseShare, UpdateReverseShare } from '#sdk/contract/reverse-shares.js';
import type { Clock } from '../../crypto/clock.ts';
import { newReverseShareId } from '../../crypto/ids.ts';
import type { Seal } from '../../crypto/seal.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { foldText } from '../../db/fold-text.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditDetails, AuditEvent } from '../audit/types.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ThumbnailRepo } from '../files/thumbnails/thumbnail-repo.ts';
import type { ReceivedRepo } from '../shares/repos/received-repo.ts';
import { applyChange, trimmed } from './change.ts';
import type { ReverseShareRepo } from './repo.ts';
import type { OwnReverseShare, ReverseShareRecord } from './types.ts';

interface Repos {
  lock: Lock;
  reverseShares: ReverseShareRepo;
  received: ReceivedRepo;
  thumbnails: Pick<ThumbnailRepo, 'findCovers'>;
  audit: AuditRepo;
  users: { findById(id: UserId): Promise<{ disabledAt: number | null } | null> };
}

interface Deps {
  uow: UnitOfWork<Repos>;
  config: ConfigReader;
  clock: Clock;
  seal: Seal;
  audit: Pick<AuditLog, 'note'>;
  jobs: JobWaker;
  hashPassword(password: string): Promise<string>;
  /** Resolves when something expires. @throws AppError `share_expiration_past`, `share_expiration_too_late` */
  decideExpiry(expression: string, creator: Creator): number | null;
  /** Returns the default of the instance, shortened to what it allows. */
  defaultExpiration(creator: Creator): string;
}

export interface ReverseSharePage {
  reverseShares: OwnReverseShare[];
  nextCursor: string | null;
}

/** What users can do with their own reverse shares. Those of others do not exist for them, even for administrators. */
export interface ReverseShareService {
  list(
    ownerId: UserId,
    query: { cursor?: string | undefined; limit: number; search?: string | undefined },
  ): Promise<ReverseSharePage>;
  /** @throws AppError `reverse_share_not_found` */
  get(ownerId: UserId, id: ReverseShareId): Promise<OwnReverseShare>;
  /**
   * @throws AppError `reverse_shares_disabled`, `share_expiration_past`, `share_expiration_too_late`, `mail_disabled`
   */
  create(input: CreateReverseShare, owner: Owner): Promise<OwnReverseShare>;
  /** @throws AppError `reverse_share_not_found`, and the errors of `create` */
  update(id: ReverseShareId, input: UpdateReverseShare, owner: Owner): Promise<OwnReverseShare>;
  /**
   * Also removes all shares received through it: their links say so at once, and their files are deleted in the
   * background.
   */
  remove(id: ReverseShareId, owner: Owner): Promise<void>;
}

/** An actor with an account. */
export type Owner = Actor & { user: NonNullable<Actor['user']> };

export function createReverseShareService(deps: Deps): ReverseShareService {
  const { uow, config, clock, audit } = deps;

  return {
    list: (ownerId, query) => listOwn(deps, ownerId, query),

    get: async (ownerId, id) => withItsOwn(deps, await findOwn(uow.read, id, ownerId)),

    async create(input, owner) {
      if (!allowsReverseShares(owner.user, config.get)) throw new AppError('reverse_shares_disabled');
      requireMail(config, input.sendsNotification);
      checkShareExpiration(deps, input.shareExpiration);
      const { record, token } = await buildReverseShare(deps, input, owner);
      await uow.transaction(async (repos) => {
        await repos.lock('user', owner.user.id);
        const user = await repos.users.findById(owner.user.id);
        if (!user || user.disabledAt !== null) throw new AppError('session_expired');
        await repos.reverseShares.insert(record);
        await audit.note(repos.audit, owner, eventOf('reverse_share.create', record.id));
      });
      return { reverseShare: record, token, received: { shares: 0, size: 0 }, cover: null };
    },

    async update(id, input, owner) {
      if (input.isClosed === false && !allowsReverseShares(owner.user, config.get))
        throw new AppError('reverse_shares_disabled');
      const known = await findOwn(uow.read, id, owner.user.id);
      requireMail(config, input.sendsNotification && !known.sendsNotification);
      checkShareExpiration(deps, input.shareExpiration);
      const expiresAt =
        input.expiration === undefined
          ? undefined
          : deps.decideExpiry(input.expiration, creatorOf(owner.user));
      const passwordHash = input.password === undefined ? undefined : await hashOf(deps, input.password);
      const updated = await uow.transaction(async (repos) => {
        await repos.lock('user', owner.user.id);
        const current = await findOwn(repos, id, owner.user.id);
        const next = applyChange(current, { ...input, expiresAt, passwordHash }, clock.now());
        await repos.reverseShares.update(id, next);
        await audit.note(repos.audit, owner, eventOf('reverse_share.update', id, changedFields(input)));
        return { ...current, ...next };
      });
      return withItsOwn(deps, updated);
    },

    async remove(id, owner) {
      await uow.transaction(async (repos, afterCommit) => {
        await repos.lock('user', owner.user.id);
        await findOwn(repos, id, owner.user.id);
        await repos.received.lockAll(id);
        await repos.received.cancelMails(id);
        const shares = await repos.received.removeAll(id, clock.now());
        await repos.reverseShares.remove(id);
        await audit.note(repos.audit, owner, eventOf('reverse_share.remove', id, { shares }));
        afterCommit(() => deps.jobs.wake('shares.purge'));
      });
    },
  };
}

async function listOwn(
  deps: Deps,
  ownerId: UserId,
  { cursor, limit, search }: Parameters<ReverseShareService['list']>[1],
): Promise<ReverseSharePage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const part = foldText(search?.trim() ?? '') || undefined;
  const found = await deps.uow.read.reverseShares.listByOwner({
    ownerId,
    limit: limit + 1,
    search: part,
    after,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    reverseShares: await withReceived(deps, page),
    nextCursor: found.length > limit && last ? `${last.createdAt}.${last.id}` : null,
  };
}

async function withItsOwn(deps: Deps, record: ReverseShareRecord): Promise<OwnReverseShare> {
  const [one] = await withReceived(deps, [record]);
  if (!one) throw new Error('one record makes one answer');
  return one;
}

async function withReceived(
  { uow, seal }: Deps,
  records: readonly ReverseShareRecord[],
): Promise<OwnReverseShare[]> {
  const { received, thumbnails } = uow.read;
  const ids = records.map(({ id }) => id);
  const [sums, newest] = await Promise.all([received.sumOf(ids), received.findNewest(ids)]);
  const covers = await thumbnails.findCovers([...newest.values()].map(({ key }) => key));
  return records.map((reverseShare) => {
    const share = newest.get(reverseShare.id);
    return {
      reverseShare,
      token: seal.open(reverseShare.token, sealPurposes.reverseShare(reverseShare.id)),
      received: sums.get(reverseShare.id) ?? { shares: 0, size: 0 },
      cover: share ? { shareId: share.id, files: covers.get(share.key) ?? [] } : null,
    };
  });
}

async function findOwn(
  { reverseShares }: Pick<Repos, 'reverseShares'>,
  id: ReverseShareId,
  ownerId: UserId,
): Promise<ReverseShareRecord> {
  const found = await reverseShares.findById(id);
  if (!found || found.ownerId !== ownerId) throw new AppError('reverse_share_not_found');
  return found;
}

function requireMail(config: ConfigReader, wanted: boolean | undefined): void {
  if (wanted && !config.get('smtp.enabled')) throw new AppError('mail_disabled');
}

/** An expiry in the past or too late is refused when it is set, not when somebody sends files. */
function checkShareExpiration({ decideExpiry }: Deps, expression: string | null | undefined): void {
  if (expression) decideExpiry(expression, 'user');
}

async function buildReverseShare(
  deps: Deps,
  input: CreateReverseShare,
  { user }: Owner,
): Promise<{ record: ReverseShareRecord; token: string }> {
  const { clock, seal, decideExpiry, defaultExpiration } = deps;
  const id = newReverseShareId();
  const creator = creatorOf(user);
  const token = newToken(tokenPrefixes.reverseShare);
  const record: ReverseShareRecord = {
    id,
    ownerId: user.id,
    tokenHash: hashToken(token),
    token: seal.seal(token, sealPurposes.reverseShare(id)),
    name: trimmed(input.name) ?? null,
    description: trimmed(input.description) ?? null,
    passwordHash: await hashOf(deps, input.password),
    expiresAt: decideExpiry(input.expiration ?? defaultExpiration(creator), creator),
    shareExpiration: input.shareExpiration ?? null,
    maxShareSize: input.maxShareSize ?? null,
    maxUses: input.maxUses ?? null,
    uses: 0,
    sendsNotification: input.sendsNotification ?? false,
    requiresSignIn: input.requiresSignIn ?? false,
    hasSimpleForm: input.hasSimpleForm ?? false,
    closedAt: null,
    createdAt: clock.now(),
  };
  return { record, token };
}

async function hashOf({ hashPassword }: Deps, password: string | null | undefined): Promise<string | null> {
  return password ? hashPassword(password) : null;
}

type ReverseShareAction = 'reverse_share.create' | 'reverse_share.update' | 'reverse_share.remove';

/** The name is private to the owner and is deleted with the reverse share, so the event does not contain it. */
function eventOf(action: ReverseShareAction, id: ReverseShareId, details: AuditDetails = {}): AuditEvent {
  return { action, subject: { id, name: null }, details };
}

/** Lists names, never values: one of them is a password. */
function changedFields(input: UpdateReverseShare): AuditDetails {
  const fields = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { fields: fields.join(', ') };
}

function readCursor(cursor: string): { createdAt: number; id: string } {
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cursor) ?? [];
  if (!createdAt || !id) throw new AppError('malformed_request');
  return { createdAt: Number(createdAt), id };
}
