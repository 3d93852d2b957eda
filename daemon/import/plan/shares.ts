import * as z from 'zod/mini';
import { type ReverseShareId, ShareId } from '#sdk/contract/formats/primitives.js';
import { isKnownHash } from '../../crypto/passwords.ts';
import type { SourceShare } from '../model.ts';
import { createAdditionPlanner } from './additions.ts';
import { planFiles } from './files.ts';
import { cleanTexts } from './names.ts';
import type { PlannedAddition, PlannedShare, Planning } from './plan.ts';
import type { UserIds } from './users.ts';

interface Known {
  users: UserIds;
  reverseShares: ReadonlyMap<string, ReverseShareId>;
  retentionHours: number;
}

const hour = 3_600_000;

/** Decides about shares, and looks for the bytes of their files. */
export async function planShares(
  planning: Planning,
  known: Known,
): Promise<{
  shares: PlannedShare[];
  additions: PlannedAddition[];
  bytes: { found: number; imported: number };
}> {
  const { core, source, count } = planning;
  const imported = await core.uow.read.imports.list(source.id, 'share');
  const links = new Set<string>();
  const shares: PlannedShare[] = [];
  const additions: PlannedAddition[] = [];
  const additionPlanner = await createAdditionPlanner(planning);
  const bytes = { found: 0, imported: 0 };
  for (const from of source.shares) {
    const size = from.files.reduce((sum, file) => sum + file.size, 0);
    bytes.found += size;
    count('shares', 'found');
    count('files', 'found', from.files.length);
    const key = imported.get(from.oldId);
    if (key !== undefined) {
      count('shares', 'present');
      const addition = await additionPlanner.plan(from, key);
      bytes.imported += sizeOf(addition?.files ?? []);
      if (addition) additions.push(addition);
      continue;
    }
    const planned = await planShare(planning, from, { ...known, links });
    if (!planned) {
      count('shares', 'left');
      count('files', 'left', from.files.length);
      continue;
    }
    links.add(from.id.toLowerCase());
    bytes.imported += sizeOf(planned.files);
    shares.push(planned);
  }
  return { shares, additions, bytes };
}

const sizeOf = (files: PlannedShare['files']) => files.reduce((sum, { from }) => sum + from.size, 0);

/** Decides about a share that is not here; null when it is left out. */
async function planShare(
  planning: Planning,
  from: SourceShare,
  known: Known & { links: ReadonlySet<string> },
): Promise<PlannedShare | null> {
  const { note, count } = planning;
  const problem = await findProblem(planning, from, known);
  if (problem) {
    note(problem, from.id);
    return null;
  }
  const files = await planFiles(planning, from);
  if (files.length === 0) {
    note('share_empty', from.id);
    return null;
  }
  count('shares', 'imported');
  count('files', 'imported', files.length);
  count('files', 'left', from.files.length - files.length);
  return { ...planAccess(planning, from, known), files };
}

async function findProblem(
  { core }: Planning,
  { id, expiresAt }: SourceShare,
  { links, retentionHours }: Known & { links: ReadonlySet<string> },
): Promise<'share_id_invalid' | 'share_id_taken' | 'share_expired' | null> {
  if (!z.safeParse(ShareId, id).success) return 'share_id_invalid';
  // The next run of the job would delete its files.
  if (expiresAt !== null && expiresAt + retentionHours * hour <= core.clock.now()) return 'share_expired';
  const isTaken = links.has(id.toLowerCase()) || (await core.uow.read.shares.isIdTaken(id, null));
  return isTaken ? 'share_id_taken' : null;
}

function planAccess(
  { core, source, note }: Planning,
  from: SourceShare,
  known: Known,
): Omit<PlannedShare, 'files'> {
  const { id, ownerOldId, reverseShareOldId, passwordHash, audience, expiresAt, isExpiryUnreadable } = from;
  const ownerId = ownerOldId === null ? null : (known.users.get(ownerOldId) ?? null);
  if (ownerOldId !== null && ownerId === null) note('share_owner_missing', id);
  const isHashLost = passwordHash !== null && !isKnownHash(passwordHash);
  if (audience === 'recipients') note('share_locked_recipients', id, from.recipients.join(', '));
  if (audience === 'owner') {
    const reverseShare = source.reverseShares.find(({ oldId }) => oldId === reverseShareOldId);
    note('share_locked_private', id, reverseShare?.path);
  }
  if (audience === 'library') {
    const owner = source.users.find(({ oldId }) => oldId === ownerOldId);
    note('share_locked_library', owner?.username ?? id, `${from.files.length}`);
  }
  if (isHashLost && audience === 'anyone') note('share_locked_password', id);
  if (isExpiryUnreadable) note('share_locked_expiry', id);
  return {
    from: { ...from, ...cleanTexts(from) },
    ownerId,
    reverseShareId: reverseShareOldId === null ? null : (known.reverseShares.get(reverseShareOldId) ?? null),
    isLocked: audience !== 'anyone' || isHashLost || isExpiryUnreadable,
    state: expiresAt !== null && expiresAt <= core.clock.now() ? 'expired' : 'active',
  };
}
