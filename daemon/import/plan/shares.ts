import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { FileId, type ReverseShareId, ShareId } from '#sdk/contract/formats/primitives.js';
import { isKnownHash } from '../../crypto/passwords.ts';
import type { SourceFile, SourceShare } from '../model.ts';
import { findBytes } from '../source-bytes.ts';
import { choosePath } from './names.ts';
import type { PlannedFile, PlannedShare, Planning } from './plan.ts';
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
): Promise<{ shares: PlannedShare[]; bytes: { found: number; imported: number } }> {
  const { core, source, note, count } = planning;
  const imported = await core.uow.read.imports.list(source.id, 'share');
  const links = new Set<string>();
  const shares: PlannedShare[] = [];
  const bytes = { found: 0, imported: 0 };
  for (const from of source.shares) {
    const size = from.files.reduce((sum, file) => sum + file.size, 0);
    bytes.found += size;
    count('shares', 'found');
    count('files', 'found', from.files.length);
    const leave = (field: 'present' | 'left') => {
      count('shares', field);
      count('files', field, from.files.length);
    };
    if (imported.has(from.oldId)) {
      leave('present');
      continue;
    }
    const problem = await findProblem(planning, from, { ...known, links });
    if (problem) {
      note(problem, from.id);
      leave('left');
      continue;
    }
    const files = await planFiles(planning, from);
    if (files.length === 0) {
      note('share_empty', from.id);
      leave('left');
      continue;
    }
    links.add(from.id.toLowerCase());
    count('shares', 'imported');
    count('files', 'imported', files.length);
    count('files', 'left', from.files.length - files.length);
    bytes.imported += files.reduce((sum, file) => sum + file.from.size, 0);
    shares.push({ ...planAccess(planning, from, known), files });
  }
  return { shares, bytes };
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
  if (audience === 'owner') note('share_locked_private', id);
  if (audience === 'library') {
    const owner = source.users.find(({ oldId }) => oldId === ownerOldId);
    note('share_locked_library', owner?.username ?? id, `${from.files.length}`);
  }
  if (isHashLost && audience === 'anyone') note('share_locked_password', id);
  if (isExpiryUnreadable) note('share_locked_expiry', id);
  return {
    from,
    ownerId,
    reverseShareId: reverseShareOldId === null ? null : (known.reverseShares.get(reverseShareOldId) ?? null),
    isLocked: audience !== 'anyone' || isHashLost || isExpiryUnreadable,
    state: expiresAt !== null && expiresAt <= core.clock.now() ? 'expired' : 'active',
  };
}

async function planFiles({ core, source, note }: Planning, share: SourceShare): Promise<PlannedFile[]> {
  const paths = new Set<string>();
  const planned: PlannedFile[] = [];
  for (const from of share.files) {
    const name = `${share.id}/${from.path}`;
    const found = await findBytes(from);
    if (found.kind === 'missing') note('file_missing', name);
    if (found.kind === 'unreadable') note('file_encrypted', name);
    if (found.kind === 'wrong') note('file_size_differs', name, `${from.size} ≠ ${found.stored}`);
    if (found.kind !== 'found') continue;
    const path = choosePath(from.path, paths);
    if (path !== from.path.normalize('NFC')) note('file_renamed', name, path);
    paths.add(path);
    const own = idOfUuid(from.oldId);
    const isFree = own !== null && (await core.uow.read.files.findByUpload(own)) === null;
    const id = isFree ? own : deriveId(source.id, share, from);
    planned.push({ from, id, path, place: found.place, stored: found.stored });
  }
  return planned;
}

/** A UUID keeps its digits, so that links that name it lead to the file. */
function idOfUuid(oldId: string): string | null {
  const id = z.safeParse(FileId, oldId.replaceAll('-', '').toLowerCase());
  return id.success ? id.data : null;
}

function deriveId(source: string, share: SourceShare, file: SourceFile): string {
  const text = JSON.stringify([source, share.oldId, file.oldId]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
