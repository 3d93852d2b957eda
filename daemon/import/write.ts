import { randomBytes } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { FileId, ShareId } from '#sdk/contract/formats/primitives.js';
import type { ImportProgress } from '#sdk/contract/host/imports.js';
import type { Core } from '../app/core.ts';
import type { Repos } from '../app/repos.ts';
import { newShareKey } from '../crypto/ids.ts';
import type { RecoveryCodes } from '../crypto/recovery-codes.ts';
import { byHost } from '../features/audit/log.ts';
import { toPictureChange } from '../features/config/pictures/pictures.ts';
import { isDrawn } from '../features/files/thumbnails/kinds.ts';
import type { FileRecord } from '../features/files/types.ts';
import { hashOldLink } from '../features/imports/old-links.ts';
import type { ShareRecord } from '../features/shares/types.ts';
import { insertUser } from '../features/users/new-user.ts';
import { emailKey } from '../features/users/policy.ts';
import type { Stores } from '../storage/stores.ts';
import type { Plan, PlannedFile, PlannedReverseShare, PlannedShare, PlannedUser } from './plan/plan.ts';
import { storeFile } from './store-file.ts';

interface Deps {
  core: Pick<Core, 'uow' | 'config' | 'clock' | 'audit' | 'passwords' | 'users'> & {
    recoveryCodes: RecoveryCodes;
  };
  stores: Stores;
  signal: AbortSignal;
  link: boolean;
  onProgress?: ((done: ImportProgress) => void) | undefined;
}

/** Carries out a plan. Each thing is one transaction with the note where it came from, so that any run can be the last. */
export async function carryOut(deps: Deps, plan: Plan): Promise<void> {
  for (const setting of plan.settings) await writeSetting(deps, plan, setting);
  for (const user of plan.users) {
    deps.signal.throwIfAborted();
    await writeUser(deps, plan, user);
  }
  await finishSetup(deps);
  for (const reverseShare of plan.reverseShares) await writeReverseShare(deps, plan, reverseShare);
  const done = {
    files: 0,
    bytes: 0,
    total: { files: plan.counts.files.imported, bytes: plan.bytes.imported },
  };
  for (const share of plan.shares) {
    await writeShare(deps, { plan, share }, (bytes) => {
      done.files += 1;
      done.bytes += bytes;
      deps.onProgress?.(done);
    });
  }
}

async function writeSetting(
  { core }: Deps,
  { counts, findings }: Plan,
  { name, key, value, logo }: Plan['settings'][number],
): Promise<void> {
  try {
    if (logo) await core.config.setPicture(toPictureChange('logo', logo), byHost);
    else await core.config.update([{ key, value }], byHost);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    counts.settings.imported -= 1;
    counts.settings.left += 1;
    findings.push({ code: 'setting_refused', name, detail: key });
  }
}

async function writeUser(
  { core }: Deps,
  { source, findings }: Plan,
  { from, record, links }: PlannedUser,
): Promise<void> {
  const at = core.clock.now();
  await core.uow.transaction(async (repos) => {
    await insertUser(repos.users, record);
    await repos.imports.add({ source: source.id, kind: 'user', oldId: from.oldId, at }, record.id);
    for (const { provider, issuer, subject, name } of links) {
      const account = { provider, issuer, subject, name, userId: record.id, createdAt: at };
      const isLinked = await repos.socialAccounts.insert(account);
      if (!isLinked) findings.push({ code: 'user_links_taken', name: record.username, detail: provider });
    }
    const codes = from.recoveryCodes.flatMap((code) => core.recoveryCodes.hash(record.id, code) ?? []);
    if (codes.length > 0) await repos.totps.replaceRecoveryCodes(record.id, codes);
    const subject = { id: record.id, name: record.username };
    await core.audit.note(repos.audit, byHost, {
      action: 'user.create',
      subject,
      details: { imported: true },
    });
  });
}

/** An instance that has an administrator is set up. */
async function finishSetup({ core }: Deps): Promise<void> {
  if (!(await core.users.hasAdmin()) || (await core.config.isSetupFinished())) return;
  await core.config.finishSetup(byHost);
}

async function writeReverseShare(
  { core }: Deps,
  { source }: Plan,
  { from, record }: PlannedReverseShare,
): Promise<void> {
  const at = core.clock.now();
  await core.uow.transaction(async (repos) => {
    await repos.reverseShares.insert(record);
    await repos.imports.addLink(hashOldLink(from.path), record.id);
    await repos.imports.add({ source: source.id, kind: 'reverseShare', oldId: from.oldId, at }, record.id);
    const subject = { id: record.id, name: null };
    await core.audit.note(repos.audit, byHost, {
      action: 'reverse_share.create',
      subject,
      details: { imported: true },
    });
  });
}

interface StoredFile {
  file: Omit<FileRecord, 'shareKey'>;
  /** Paths of old links that lead to it. */
  links: readonly string[];
  /** Uses its bytes where they are; throws when that is no longer possible. */
  link?: () => Promise<void>;
}

async function writeShare(
  deps: Deps,
  { plan, share }: { plan: Plan; share: PlannedShare },
  onStored: (bytes: number) => void,
): Promise<void> {
  const { core, signal } = deps;
  const files: StoredFile[] = [];
  for (const planned of share.files) {
    signal.throwIfAborted();
    const file = await store(deps, planned);
    onStored(planned.from.size);
    if (file) files.push(file);
    else noteLoss(plan, share, planned);
  }
  if (files.length === 0) {
    plan.counts.shares.imported -= 1;
    plan.counts.shares.left += 1;
    plan.findings.push({ code: 'share_empty', name: share.from.id });
    return;
  }
  const record = await toRecord(deps, share, files);
  for (const { link } of files) await link?.();
  await core.uow.transaction(async (repos) => insertShare(repos, { core, plan, share, record, files }));
}

async function store(deps: Deps, planned: PlannedFile): Promise<StoredFile | null> {
  const { id, from, path } = planned;
  const stored = await storeFile(deps, planned);
  if (!stored) return null;
  const { link, sha256, crc32 } = stored;
  const { size, createdAt, links } = from;
  const file = {
    id: FileId.parse(id),
    path,
    size,
    sha256,
    crc32,
    lastModified: null,
    createdAt,
    pack: null,
    damagedAt: null,
    scan: null,
  };
  if (!link) return { file, links };
  return {
    file,
    links,
    async link() {
      if (!(await link())) throw new Error(`${planned.place.name} can no longer be linked`);
    },
  };
}

function noteLoss({ counts, bytes, findings }: Plan, share: PlannedShare, { from }: PlannedFile): void {
  counts.files.imported -= 1;
  counts.files.left += 1;
  bytes.imported -= from.size;
  findings.push({ code: 'file_changed', name: `${share.from.id}/${from.path}` });
}

async function toRecord(
  { core }: Deps,
  { from, ownerId, reverseShareId, isLocked, state }: PlannedShare,
  files: readonly StoredFile[],
): Promise<ShareRecord> {
  // Nobody knows this password: its owner sees the share, and sets another one.
  const passwordHash = isLocked
    ? await core.passwords.hash(randomBytes(32).toString('hex'))
    : from.passwordHash;
  return {
    key: newShareKey(),
    id: ShareId.parse(from.id),
    ownerId,
    reverseShareId,
    name: from.name,
    description: from.description,
    passwordHash,
    passwordVersion: 0,
    maxViews: from.maxViews,
    views: from.views,
    state,
    createdAt: from.createdAt,
    completedAt: from.createdAt,
    expiration: from.expiresAt === null ? 'never' : new Date(from.expiresAt).toISOString(),
    expiresAt: from.expiresAt,
    removedAt: null,
    purgedAt: null,
    activeAt: from.createdAt,
    addingAt: null,
    quarantinedAt: null,
    uploadTokenHash: null,
    maxSize: null,
    declaredSize: 0,
    size: files.reduce((sum, { file }) => sum + file.size, 0),
    fileCount: files.length,
    reservedSize: 0,
    reservedCount: 0,
    lastAccessAt: null,
    archiveDownloads: 0,
  };
}

interface Insertion {
  core: Deps['core'];
  plan: Plan;
  share: PlannedShare;
  record: ShareRecord;
  files: readonly StoredFile[];
}

async function insertShare(repos: Repos, { core, plan, share, record, files }: Insertion): Promise<void> {
  const { key } = record;
  const at = core.clock.now();
  await repos.shares.insert(record);
  await repos.files.insertMany(files.map(({ file }) => ({ ...file, shareKey: key })));
  const pictures = files.filter(({ file }) => file.size > 0 && isDrawn(nameOfPath(file.path)));
  await repos.thumbnails.insertMany(
    pictures.map(({ file }) => ({ id: file.id, shareKey: key })),
    at,
  );
  const recipients = new Map(share.from.recipients.map((email) => [emailKey(email), email]));
  for (const [key_, email] of recipients) {
    const sent = {
      email,
      emailKey: key_,
      state: 'sent',
      mailId: null,
      problem: null,
      changedAt: at,
    } as const;
    await repos.recipients.add(key, sent);
  }
  if (recipients.size > 0) await repos.recipients.addMailed(key, recipients.size);
  for (const { file, links } of files)
    for (const link of links) await repos.imports.addLink(hashOldLink(link), file.id);
  const from = { source: plan.source.id, kind: 'share', oldId: share.from.oldId, at } as const;
  await repos.imports.add(from, key);
  await core.audit.note(repos.audit, byHost, {
    action: 'share.create',
    subject: { id: record.id, name: null },
    details: { imported: true, files: files.length },
  });
}
