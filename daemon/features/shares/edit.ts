import { creatorOf } from '#sdk/contract/config/policies.js';
import { AppError } from '#sdk/contract/errors.js';
import type { UpdateShare } from '#sdk/contract/shares/inputs.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import { shareEvent } from './audit-events.ts';
import { decideExpiry } from './decide-expiry.ts';
import { creatorOfShare, type ShareLimits } from './limits.ts';
import type { ApplyRecipients, RecipientTransaction, ShareRecipients } from './recipients.ts';
import type { ShareRepo } from './repos/share-repo.ts';
import type { ShareEdit, ShareRecord } from './types.ts';

type Repos = RecipientTransaction['repos'] & { lock: Lock; audit: AuditRepo; shares: ShareRepo };

interface Deps {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  audit: Pick<AuditLog, 'note'>;
  recipients: Pick<ShareRecipients, 'change'>;
  shareLimits: Pick<ShareLimits, 'rulesFor'>;
  hashPassword(password: string): Promise<string>;
  /** Called for a share whose files can be downloaded again. */
  prepareArchive(share: ShareRecord): Promise<void>;
}

interface Edit {
  input: UpdateShare;
  change: ShareEdit;
  by: Actor;
  apply: ApplyRecipients;
}

/**
 * Changes only the given fields of a share. A new expiry reactivates an expired share while its files are kept; a
 * changed password revokes the share tokens of all visitors.
 *
 * @throws AppError `share_removed`, `share_not_found`, `share_expiration_past`, `share_expiration_too_late`,
 *   `share_needs_password`, `share_recipients_disabled`, `share_recipient_limit`, `too_many_requests`
 */
export type EditShare = (share: ShareRecord, input: UpdateShare, by: Actor) => Promise<ShareRecord>;

export function createEditShare(deps: Deps): EditShare {
  const { uow, clock, shareLimits } = deps;

  async function readChange(share: ShareRecord, input: UpdateShare, by: Actor): Promise<ShareEdit> {
    const { name, description, expiration, password, maxViews } = input;
    const rules = { now: clock.now(), maxHours: shareLimits.rulesFor(creatorOf(by.user)).maxHours };
    const { needsPassword } = shareLimits.rulesFor(creatorOfShare(share));
    // One that has none, such as one from before that rule, can stay as it is.
    if (password === null && needsPassword && share.passwordHash !== null)
      throw new AppError('share_needs_password');
    return {
      ...(name !== undefined && { name: name?.trim() || null }),
      ...(description !== undefined && { description: description?.trim() || null }),
      ...(expiration !== undefined && { expiration, expiresAt: decideExpiry(expiration, rules) }),
      ...(maxViews !== undefined && { maxViews }),
      ...(password !== undefined && { passwordHash: password && (await deps.hashPassword(password)) }),
    };
  }

  async function find({ shares }: Repos, { key }: ShareRecord): Promise<ShareRecord> {
    const share = await shares.findByKey(key);
    if (!share) throw new AppError('share_not_found');
    return share;
  }

  async function save(tx: RecipientTransaction & { repos: Repos }, share: ShareRecord, edit: Edit) {
    const { repos, afterCommit } = tx;
    const { input, change, by, apply } = edit;
    await repos.lock('ownedShare', share.key);
    const before = await find(repos, share);
    const { passwordHash } = change;
    const endsTokens = passwordHash !== undefined && passwordHash !== before.passwordHash;
    if (!(await repos.shares.edit(share.key, change, endsTokens))) {
      throw new AppError(before.state === 'removed' ? 'share_removed' : 'share_not_found');
    }
    const edited = await find(repos, share);
    await apply(tx, edited);
    const fields = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (fields.length > 0) {
      const details = { fields: fields.join(', ') };
      await deps.audit.note(repos.audit, by, shareEvent('share.update', share.id, details));
    }
    if (edited.state !== before.state) afterCommit(() => deps.prepareArchive(edited));
    return edited;
  }

  return async (share, input, by) => {
    const change = await readChange(share, input, by);
    return deps.recipients.change({ emails: input.recipients, actor: by, share }, (apply) =>
      uow.transaction((repos, afterCommit) =>
        save({ repos, afterCommit }, share, { input, change, by, apply }),
      ),
    );
  };
}
