import { creatorOf, type ShareRules } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import { ShareId, type ShareKey } from '#sdk/contract/formats/primitives.js';
import type { CreateDraft, CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Clock } from '../../crypto/clock.ts';
import { newShareId, newShareKey, shareKeyOf } from '../../crypto/ids.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor, SignedInUser } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareLimits } from './limits.ts';
import type { CheckQuota, OwnerQuotas } from './quota.ts';
import type { ApplyRecipients, RecipientTransaction, ShareRecipients } from './recipients.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import {
  acceptTerms,
  decideEnd,
  type ReverseShareLinks,
  type ReverseShareTerms,
  type ReverseShareUses,
} from './reverse-share-terms.ts';
import type { ShareRecord } from './types.ts';

type Repos = RecipientTransaction['repos'] & {
  lock: Lock;
  audit: AuditRepo;
  shares: ShareRepo;
  uploads: { outstandingBytes(): Promise<number> };
  users: OwnerQuotas;
  reverseShares: ReverseShareUses;
};

interface Deps {
  uow: UnitOfWork<Repos>;
  config: ConfigReader;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  throttle: Pick<Throttle, 'attempt'>;
  checkQuota: CheckQuota;
  shareLimits: Pick<ShareLimits, 'maxSizeOf' | 'rulesFor'>;
  reverseShareLinks: ReverseShareLinks;
  recipients: ShareRecipients;
  hashPassword(password: string): Promise<string>;
  /** Free bytes of the disk above the floor. */
  freeBytes(): Promise<number>;
}

/** A share that has no link yet. */
type Draft = Omit<ShareRecord, 'id'>;

interface DraftInit {
  key: ShareKey;
  terms: ReverseShareTerms | null;
  rules: ShareRules;
  end: { expression: string; end: number | null };
  by: Actor;
  uploadTokenHash: string;
}

export type ShareCreator = ReturnType<typeof createShareCreator>;

export function createShareCreator(deps: Deps) {
  const { uow, config } = deps;
  return {
    async create(
      { idempotencyKey, ...input }: CreateDraft,
      by: Actor,
    ): Promise<{ share: ShareRecord; uploadToken: string }> {
      const uploadToken = newToken(tokenPrefixes.upload);
      const uploadTokenHash = hashToken(uploadToken);
      const key = idempotencyKey === undefined ? newShareKey() : keyOfCreation(idempotencyKey, by);
      // Checked before all limits: the first attempt has passed them already, and may have used the last of one.
      const made = idempotencyKey === undefined ? null : await repeat(deps, key, uploadTokenHash);
      if (made) return { share: made, uploadToken };
      const terms = await acceptTerms(deps.reverseShareLinks, input, by);
      if (!terms) requireCreator(config, by.user);
      if (input.id !== undefined && isReserved(input.id)) throw new AppError('share_id_taken');
      const rules = deps.shareLimits.rulesFor(terms ? 'user' : creatorOf(by.user));
      const { maxFiles, needsPassword } = rules;
      if ((input.files?.count ?? 0) > maxFiles) throw new AppError('share_too_many_files', { maxFiles });
      // People who send to somebody else's reverse share cannot set a password.
      const isOwn = !terms || terms.ownerId === by.user?.id;
      if (needsPassword && isOwn && !input.password) throw new AppError('share_needs_password');
      const end = decideEnd(input, terms, { ...rules, now: deps.clock.now() });
      // What is refused anyway takes none of the shares of an hour.
      await limitCreations(deps, { input, terms, by });
      const draft = await buildDraft(deps, input, { key, terms, rules, end, by, uploadTokenHash });
      const share = await deps.recipients.change({ emails: input.recipients, actor: by }, (apply) =>
        insertDraft(deps, draft, { chosenId: input.id, by, apply }),
      );
      return { share, uploadToken };
    },

    /**
     * Tells a stranger as much as opening the link would, and counts as such a guess; accounts have a separate limit.
     */
    async isIdAvailable(id: string, { user, ip }: Pick<Actor, 'user' | 'ip'>): Promise<boolean> {
      requireCreator(config, user);
      if (user) await deps.throttle.attempt('linkQuestion', { ip, subject: user.id });
      else await deps.throttle.attempt('unknownShare', { ip });
      return !isReserved(id) && !(await uow.read.shares.isIdTaken(id, user?.id ?? null));
    },
  };
}

/** Each user has separate keys: a key that another user has used never leads to that user's shares. */
function keyOfCreation(idempotencyKey: string, { user }: Actor): ShareKey {
  return shareKeyOf(`${user?.id ?? 'nobody'} ${idempotencyKey}`);
}

async function repeat(deps: Deps, key: ShareKey, uploadTokenHash: string): Promise<ShareRecord | null> {
  const made = await deps.uow.read.shares.findByKey(key);
  return (
    made &&
    deps.uow.transaction((repos) => renew(repos, made, { uploadTokenHash, activeAt: deps.clock.now() }))
  );
}

/** Repeats the creation of a draft: a client that did not get the answer has no upload token yet. */
async function renew(
  { shares }: Repos,
  made: ShareRecord,
  change: Pick<Draft, 'uploadTokenHash' | 'activeAt'>,
): Promise<ShareRecord> {
  if (!(await shares.transition(made.key, ['draft'], change))) throw new AppError('share_completed');
  return { ...made, ...change };
}

async function limitCreations(
  { throttle }: Deps,
  { input, terms, by }: { input: CreateShare; terms: ReverseShareTerms | null; by: Actor },
): Promise<void> {
  if (!by.user) await throttle.attempt('anonymousShare', { ip: by.ip });
  else if (terms) await throttle.attempt('sentShare', { ip: by.ip, subject: by.user.id });
  if (by.user && input.id !== undefined)
    await throttle.attempt('chosenLink', { ip: by.ip, subject: by.user.id });
}

function requireCreator(config: ConfigReader, user: SignedInUser | null): void {
  if (!user && !config.get('share.allowUnauthenticatedShares'))
    throw new AppError('share_anonymous_disabled');
}

async function buildDraft(
  deps: Deps,
  input: CreateShare,
  { key, terms, rules, end: { expression, end }, by, uploadTokenHash }: DraftInit,
): Promise<Draft> {
  const now = deps.clock.now();
  const isGuests = !terms && !by.user;
  return {
    ...emptyShare,
    key,
    ownerId: terms ? terms.ownerId : (by.user?.id ?? null),
    reverseShareId: terms?.reverseShareId ?? null,
    name: input.name?.trim() || null,
    description: input.description?.trim() || null,
    passwordHash: input.password ? await deps.hashPassword(input.password) : null,
    maxViews: input.maxViews ?? null,
    createdAt: now,
    activeAt: now,
    expiration: expression,
    expiresAt: end,
    uploadTokenHash,
    maxSize: terms?.maxSize ?? (isGuests && rules.maxSize > 0 ? rules.maxSize : null),
    declaredSize: input.files?.size ?? 0,
  };
}

const emptyShare = {
  passwordVersion: 0,
  views: 0,
  state: 'draft',
  completedAt: null,
  removedAt: null,
  purgedAt: null,
  addingAt: null,
  quarantinedAt: null,
  size: 0,
  fileCount: 0,
  reservedSize: 0,
  reservedCount: 0,
  lastAccessAt: null,
  archiveDownloads: 0,
} as const satisfies Partial<Draft>;

async function insertDraft(
  deps: Deps,
  draft: Draft,
  { chosenId, by, apply }: { chosenId: string | undefined; by: Actor; apply: ApplyRecipients },
): Promise<ShareRecord> {
  const free = await deps.freeBytes();
  if (free <= 0) throw new AppError('storage_full');
  return deps.uow.transaction(async (repos, afterCommit) => {
    // Also keeps a repeated creation waiting for the first one, when neither has an owner.
    await repos.lock('space');
    if (draft.ownerId !== null) await repos.lock('user', draft.ownerId);
    // The first attempt was still running.
    const made = await repos.shares.findByKey(draft.key);
    if (made)
      return renew(repos, made, { uploadTokenHash: draft.uploadTokenHash, activeAt: deps.clock.now() });
    await reserveUse(deps, repos, draft);
    await checkLimits(deps, repos, draft);
    if (chosenId !== undefined && by.user) await repos.shares.releaseId(chosenId, by.user.id);
    const id = ShareId.parse(chosenId ?? (await findFreeId(deps.config, repos.shares)));
    const share = { ...draft, id };
    await insert(repos.shares, share);
    await checkSpace(repos, share, free);
    await apply({ repos, afterCommit }, share);
    await deps.audit.note(repos.audit, by, {
      action: 'share.create',
      // The audit entry names the link: the name of the share is private to the owner and is deleted with the share.
      subject: { id: share.id, name: null },
      ...(share.reverseShareId !== null && { details: { reverseShare: share.reverseShareId } }),
    });
    return share;
  });
}

async function reserveUse(
  { reverseShareLinks }: Deps,
  { reverseShares }: Repos,
  { reverseShareId, createdAt }: Draft,
): Promise<void> {
  if (reverseShareId !== null && !(await reverseShares.reserveUse(reverseShareId, createdAt)))
    throw await reverseShareLinks.explainRefusal(reverseShareId);
}

/** Runs within the transaction that inserts the share, so that two concurrent shares cannot both pass the limit. */
async function checkLimits({ shareLimits, checkQuota }: Deps, repos: Repos, share: Draft): Promise<void> {
  const maxSize = shareLimits.maxSizeOf(share);
  if (maxSize > 0 && share.declaredSize > maxSize) throw new AppError('share_too_large', { maxSize });
  await checkQuota(repos, share, share.declaredSize);
}

async function findFreeId(config: ConfigReader, shares: ShareRepo): Promise<string> {
  for (;;) {
    const id = newShareId(config.get('share.idLength'));
    if (!(await shares.isIdTaken(id, null))) return id;
  }
}

async function insert(shares: ShareRepo, share: ShareRecord): Promise<void> {
  try {
    await shares.insert(share);
  } catch (error) {
    if (isUniqueViolation(error, 'shares.id_key')) throw new AppError('share_id_taken');
    throw error;
  }
}

/** Counts what all shares and uploads have announced, this one included. */
async function checkSpace({ shares, uploads }: Repos, share: Draft, free: number): Promise<void> {
  if (share.declaredSize === 0) return;
  const promised = (await shares.announcedBytes()) + (await uploads.outstandingBytes());
  if (free < promised) throw new AppError('storage_full');
}

/** Whether a link would collide with a path of the API. */
const isReserved = (id: string) => ['isshareidavailable', 'all'].includes(id.toLowerCase());
