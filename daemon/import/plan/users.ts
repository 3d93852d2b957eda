import * as z from 'zod/mini';
import { RecipientEmail, type ReverseShareId, type UserId } from '#sdk/contract/formats/primitives.js';
import { newReverseShareId } from '../../crypto/ids.ts';
import { isKnownHash } from '../../crypto/passwords.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import { hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { createUser } from '../../features/users/new-user.ts';
import { emailKey, usernameKey } from '../../features/users/policy.ts';
import type { SourceReverseShare, SourceUser } from '../model.ts';
import { createLinkPlanner } from './links.ts';
import { chooseUsername, cleanTexts } from './names.ts';
import type { PlannedReverseShare, PlannedUser, Planning } from './plan.ts';
import { readTotpSecret } from './totp-secret.ts';

/** What somebody's account here is, by the id that it had there. */
export type UserIds = ReadonlyMap<string, UserId>;

/**
 * An address that is known here is that of the same person: their account stays as it is, and gets their shares. Of two
 * accounts there whose addresses are one here, only the first is taken over: nobody has checked there that both are of
 * one person, and the shares of one must not become the other's. Names that are taken by somebody else are changed.
 */
export async function planUsers(
  planning: Planning,
): Promise<{ users: PlannedUser[]; ids: Map<string, UserId> }> {
  const { core, source, note, count } = planning;
  const { users: repo, imports } = core.uow.read;
  const ids = await imports.list(source.id, 'user');
  const byEmail = new Map<string, { id: UserId; username: string }>();
  const owners = new Set(ids.values());
  const names = new Set<string>();
  const linkPlanner = createLinkPlanner(planning);
  const users: PlannedUser[] = [];
  for (const one of source.users) {
    count('users', 'found');
    const email = z.safeParse(RecipientEmail, one.email);
    const from = { ...one, email: email.data ?? one.email };
    const known = ids.get(from.oldId);
    if (known !== undefined) {
      count('users', 'present');
      // It has been deleted since.
      if (!(await repo.findById(known))) ids.delete(from.oldId);
      continue;
    }
    if (!email.success) {
      count('users', 'left');
      note('user_email_invalid', from.username, from.email);
      continue;
    }
    const key = emailKey(from.email);
    const same = byEmail.get(key) ?? (await repo.findByEmailKey(key));
    if (same && owners.has(same.id)) {
      count('users', 'left');
      note('user_email_taken', from.username, `${from.email} (${same.username})`);
      continue;
    }
    if (same) {
      owners.add(same.id);
      ids.set(from.oldId, same.id);
      count('users', 'present');
      note('user_matched', from.username, same.username);
      // Nobody has checked there whose address it is, so a link must not open this account.
      for (const { provider } of from.links) note('user_links_matched', same.username, provider);
      continue;
    }
    const username = await findFreeName(from.username, { names, core });
    if (username !== from.username) note('user_renamed', from.username, username);
    names.add(usernameKey(username));
    const links = await linkPlanner.plan(username, from.links);
    const record = toRecord(planning, from, { username, hasLink: linkPlanner.canSignIn(links) });
    byEmail.set(key, record);
    owners.add(record.id);
    ids.set(from.oldId, record.id);
    users.push({ from, record, links });
    count('users', 'imported');
  }
  return { users, ids };
}

async function findFreeName(
  wanted: string,
  { names, core }: { names: ReadonlySet<string>; core: Planning['core'] },
): Promise<string> {
  const taken = new Set(names);
  for (;;) {
    const name = chooseUsername(wanted, (candidate) => taken.has(usernameKey(candidate)));
    if (!(await core.uow.read.users.findByUsernameKey(usernameKey(name)))) return name;
    taken.add(usernameKey(name));
  }
}

function toRecord(
  { core, note }: Planning,
  from: SourceUser,
  { username, hasLink }: { username: string; hasLink: boolean },
) {
  const passwordHash =
    from.passwordHash !== null && isKnownHash(from.passwordHash) ? from.passwordHash : null;
  if (from.isOfDirectory) note('user_of_directory', username, from.email);
  else if (passwordHash === null && !hasLink) note('user_without_password', username);
  const totpSecret = from.totpSecret === null ? null : readTotpSecret(from.totpSecret);
  const isTotpLost = from.totpSecret !== null && totpSecret === null;
  if (isTotpLost) note('user_totp_unusable', username);
  if (from.isDisabled) note('user_disabled', username);
  const { email, isAdmin, quota } = from;
  const user = createUser({ username, email, passwordHash, isAdmin, quota }, from.createdAt);
  return {
    ...user,
    totpSecret: totpSecret === null ? null : core.seal.seal(totpSecret, sealPurposes.totp(user.id)),
    // Without its second factor, the account would be easier to enter than before.
    disabledAt: from.isDisabled || isTotpLost ? core.clock.now() : null,
  };
}

export async function planReverseShares(
  { core, source, note, count }: Planning,
  users: UserIds,
): Promise<{ planned: PlannedReverseShare[]; ids: Map<string, ReverseShareId> }> {
  const ids = await core.uow.read.imports.list(source.id, 'reverseShare');
  const planned: PlannedReverseShare[] = [];
  for (const from of source.reverseShares) {
    count('reverseShares', 'found');
    const known = ids.get(from.oldId);
    if (known !== undefined) {
      count('reverseShares', 'present');
      if (!(await core.uow.read.reverseShares.findById(known))) ids.delete(from.oldId);
      continue;
    }
    const ownerId = users.get(from.ownerOldId);
    if (ownerId === undefined) {
      count('reverseShares', 'left');
      note('reverse_share_owner_missing', from.path);
      continue;
    }
    if (from.isPrivate) note('reverse_share_closed_private', from.path);
    const isHashLost = from.passwordHash !== null && !isKnownHash(from.passwordHash);
    if (isHashLost) note('reverse_share_closed_password', from.path);
    if (from.isExpiryUnreadable) note('reverse_share_closed_expiry', from.path);
    const record = toReverseShare(core, from, { ownerId, isHashLost });
    ids.set(from.oldId, record.id);
    planned.push({ from, record });
    count('reverseShares', 'imported');
  }
  return { planned, ids };
}

function toReverseShare(
  { seal, clock }: Planning['core'],
  from: SourceReverseShare,
  { ownerId, isHashLost }: { ownerId: UserId; isHashLost: boolean },
): PlannedReverseShare['record'] {
  const id = newReverseShareId();
  const token = newToken(tokenPrefixes.reverseShare);
  return {
    id,
    ownerId,
    tokenHash: hashToken(token),
    token: seal.seal(token, sealPurposes.reverseShare(id)),
    ...cleanTexts(from),
    passwordHash: isHashLost ? null : from.passwordHash,
    expiresAt: from.expiresAt,
    shareExpiration: from.shareExpiration,
    maxShareSize: from.maxShareSize,
    maxUses: from.maxUses,
    uses: from.uses,
    sendsNotification: from.sendsNotification,
    requiresSignIn: false,
    hasSimpleForm: from.hasSimpleForm,
    // What could only be seen by its owner, needed a password or was to end, must not become open to everybody for ever.
    closedAt: from.isClosed || from.isPrivate || isHashLost || from.isExpiryUnreadable ? clock.now() : null,
    createdAt: from.createdAt,
  };
}
