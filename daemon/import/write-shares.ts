import { randomBytes } from 'node:crypto';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { FileId, ShareId, type ShareKey } from '#sdk/contract/formats/primitives.js';
import type { ImportStorage } from '#sdk/contract/host/imports.js';
import type { Core } from '../app/core.ts';
import type { Repos } from '../app/repos.ts';
import { newShareKey } from '../crypto/ids.ts';
import { byHost } from '../features/audit/log.ts';
import { isDrawn } from '../features/files/thumbnails/kinds.ts';
import type { FileRecord } from '../features/files/types.ts';
import { hashOldLink } from '../features/imports/old-links.ts';
import type { ShareRecord } from '../features/shares/types.ts';
import { emailKey } from '../features/users/policy.ts';
import type { Stores } from '../storage/stores.ts';
import type { SourceFile, SourceShare } from './model.ts';
import { oldIdIn, pathsOf, takesFiles } from './plan/additions.ts';
import type { Plan, PlannedAddition, PlannedFile, PlannedShare } from './plan/plan.ts';
import { countStored } from './plan/storage.ts';
import { storeFile } from './store-file.ts';

interface Deps {
  core: Pick<Core, 'uow' | 'clock' | 'audit' | 'passwords'>;
  stores: Stores;
  signal: AbortSignal;
  link: boolean;
  /** Counts what is stored. */
  storage: ImportStorage;
}

interface StoredFile {
  from: SourceFile;
  record: Omit<FileRecord, 'shareKey'>;
  /** Uses its bytes where they are; throws when that is no longer possible. */
  link?: () => Promise<void>;
}

/** Stores the bytes of shares and inserts their rows. `onStored` is called after each file with its size. */
export function createShareWriter(deps: Deps, plan: Plan, onStored: (bytes: number) => void) {
  const { core, signal } = deps;

  async function storeAll(share: SourceShare, planned: readonly PlannedFile[]): Promise<StoredFile[]> {
    const files: StoredFile[] = [];
    for (const each of planned) {
      signal.throwIfAborted();
      const file = await store(deps, each);
      onStored(each.from.size);
      if (file) files.push(file);
      else noteLoss(plan, share, each.from);
    }
    return files;
  }

  const count = ({ from: { size }, link }: StoredFile) =>
    countStored(deps.storage, { isLinked: link !== undefined, size });

  return {
    async create(share: PlannedShare): Promise<void> {
      const files = await storeAll(share.from, share.files);
      if (files.length === 0) {
        plan.counts.shares.imported -= 1;
        plan.counts.shares.left += 1;
        plan.findings.push({ code: 'share_empty', name: share.from.id });
        return;
      }
      const record = await toRecord(deps, share, files);
      for (const { link } of files) await link?.();
      await core.uow.transaction((repos) =>
        insertShare(repos, { core, plan, from: share.from, record, files }),
      );
      for (const file of files) count(file);
    },

    /** Adds files to a share that is here. */
    async add({ from, key, files: planned }: PlannedAddition): Promise<void> {
      const files = await storeAll(from, planned);
      for (const { link } of files) await link?.();
      const addition = { core, plan, from, key, files };
      const added = new Set(await core.uow.transaction((repos) => addFiles(repos, addition)));
      for (const file of files) {
        if (added.has(file)) count(file);
        // The share has changed while the bytes were stored: the next run decides again.
        else noteLoss(plan, from, file.from);
      }
    },
  };
}

async function store(deps: Deps, planned: PlannedFile): Promise<StoredFile | null> {
  const { id, from, path } = planned;
  const stored = await storeFile(deps, planned);
  if (!stored) return null;
  const { link, sha256, crc32 } = stored;
  const { size, createdAt } = from;
  const record = {
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
  if (!link) return { from, record };
  return {
    from,
    record,
    async link() {
      if (!(await link())) throw new Error(`${planned.place.name} can no longer be linked`);
    },
  };
}

function noteLoss({ counts, bytes, findings }: Plan, share: SourceShare, file: SourceFile): void {
  counts.files.imported -= 1;
  counts.files.left += 1;
  bytes.imported -= file.size;
  findings.push({ code: 'file_changed', name: `${share.id}/${file.path}` });
}

const sizeOf = (files: readonly StoredFile[]) => files.reduce((sum, { record }) => sum + record.size, 0);

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
    size: sizeOf(files),
    fileCount: files.length,
    reservedSize: 0,
    reservedCount: 0,
    lastAccessAt: null,
    archiveDownloads: 0,
  };
}

interface Change {
  core: Deps['core'];
  plan: Plan;
  from: SourceShare;
  files: readonly StoredFile[];
}

async function insertShare(repos: Repos, change: Change & { record: ShareRecord }): Promise<void> {
  const { core, plan, from, record, files } = change;
  const { key } = record;
  const at = core.clock.now();
  await repos.shares.insert(record);
  await insertFiles(repos, { ...change, key });
  const recipients = new Map(from.recipients.map((email) => [emailKey(email), email]));
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
  await repos.imports.add({ source: plan.source.id, kind: 'share', oldId: from.oldId, at }, key);
  await core.audit.note(repos.audit, byHost, {
    action: 'share.create',
    subject: { id: record.id, name: null },
    details: { imported: true, files: files.length },
  });
}

/** Adds those files whose paths are free, unless the share is gone; returns them. */
async function addFiles(
  repos: Repos,
  { files: all, ...change }: Change & { key: ShareKey },
): Promise<readonly StoredFile[]> {
  const { key, core } = change;
  await repos.lock('ownedShare', key);
  const share = await repos.shares.findByKey(key);
  if (!share || !takesFiles(share)) return [];
  const taken = await pathsOf(repos.files, key);
  const files = all.filter(({ record }) => !taken.has(record.path));
  if (files.length === 0) return [];
  await insertFiles(repos, { ...change, files });
  await repos.shares.count(key, { size: sizeOf(files), files: files.length });
  await core.audit.note(repos.audit, byHost, {
    action: 'share.append',
    subject: { id: share.id, name: null },
    details: { imported: true, files: files.length },
  });
  return files;
}

async function insertFiles(
  repos: Repos,
  { core, plan, from: share, key, files }: Change & { key: ShareKey },
): Promise<void> {
  const at = core.clock.now();
  const records = files.map(({ record }) => ({ ...record, shareKey: key }));
  await repos.files.insertMany(records);
  const pictures = records.filter(({ size, path }) => size > 0 && isDrawn(nameOfPath(path)));
  await repos.thumbnails.insertMany(pictures, at);
  for (const { from, record } of files)
    for (const link of from.links) await repos.imports.addLink(hashOldLink(link), record.id);
  const noted = files.map(({ from, record }) => ({ oldId: oldIdIn(share, from), id: record.id }));
  await repos.imports.addFiles({ source: plan.source.id, at }, noted);
}
