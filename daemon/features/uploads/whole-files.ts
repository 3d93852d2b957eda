import { faultPoint } from '#faults';
import { AppError } from '#sdk/contract/errors.js';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import { fileIdOf, newUploadId } from '../../crypto/ids.ts';
import { isDatabaseUnavailable } from '../../db/dialect.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { digestBytes } from '../../transfer/digests.ts';
import type { NewFile } from './finisher.ts';
import type { UploadRecord } from './types.ts';

/** A file whose bytes arrived with the request that announced it. */
export interface WholeFile {
  upload: UploadRecord;
  file: NewFile;
}

/** Files of one share whose bytes are in the same blob. */
export interface FileGroup {
  shareKey: ShareKey;
  files: readonly WholeFile[];
  /** Says how large the blob is, like the row of a bundle; null: the blob is that of a single file. */
  pack: UploadRecord | null;
}

export interface WholeFiles {
  /**
   * Makes a file of complete bytes; resolves when it is committed.
   *
   * @throws AppError like reserving and finishing an upload
   */
  add(upload: UploadRecord, bytes: Buffer): Promise<void>;
}

interface Deps {
  blobs: Pick<Blobs, 'put' | 'remove'>;
  /** Commits all groups, or throws and commits none. */
  commit(groups: readonly FileGroup[]): Promise<void>;
}

interface Waiting {
  upload: UploadRecord;
  file: NewFile;
  bytes: Buffer;
  resolve(): void;
  reject(error: unknown): void;
}

interface StoredGroup extends FileGroup {
  blobId: string;
  waiting: readonly Waiting[];
}

/** The files of one transaction, and their bytes, which are copied into one blob for each share. */
const maxFiles = 100;
const maxBytes = 4 * 1024 * 1024;

/**
 * Adds small files that need no reservation. Those that are ready together are added together, with one blob for each
 * share and one transaction, because a blob and a transaction cost more than a file. Nothing waits to be joined by
 * others: while one group is added, the next one gathers.
 */
export function createWholeFiles({ blobs, commit }: Deps): WholeFiles {
  const queue: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (queue.length > 0) await addTogether(takeSome(queue));
    } finally {
      isRunning = false;
    }
  }

  async function addTogether(some: readonly Waiting[]): Promise<void> {
    const stored = await Promise.all(byShare(some).map(store));
    await commitStored(stored.filter((group) => group !== null));
  }

  async function store(waiting: readonly Waiting[]): Promise<StoredGroup | null> {
    const group = groupOf(waiting);
    try {
      await blobs.put(group.blobId, joined(waiting.map(({ bytes }) => bytes)));
      faultPoint('whole:stored');
      return group;
    } catch (error) {
      await blobs.remove(group.blobId).catch(() => undefined);
      rejectAll(group, error);
      return null;
    }
  }

  /** `mayBeCommitted`: an earlier commit of the same groups failed, but not for certain. */
  async function commitStored(groups: readonly StoredGroup[], mayBeCommitted = false): Promise<void> {
    const [first, ...others] = groups;
    if (!first) return;
    try {
      await commit(groups);
      for (const { waiting } of groups) for (const { resolve } of waiting) resolve();
    } catch (error) {
      const isUncertain = mayBeCommitted || !(error instanceof AppError);
      if (isDatabaseUnavailable(error)) for (const group of groups) rejectAll(group, error);
      // One of the files is refused: each share, and then each file, gets its own answer.
      else if (others.length > 0) for (const group of groups) await commitStored([group], isUncertain);
      else await split(first, error, isUncertain);
    }
  }

  async function split(group: StoredGroup, error: unknown, mayBeCommitted: boolean): Promise<void> {
    // If it has not been committed, the blob is set aside a day later.
    if (!mayBeCommitted) await blobs.remove(group.blobId).catch(() => undefined);
    if (group.pack === null) rejectAll(group, error);
    else for (const one of group.waiting) await addTogether([one]);
  }

  return {
    async add(upload, bytes) {
      const { id, path, length, lastModified, expectedSha256 } = upload;
      const digests = digestBytes(bytes);
      if (expectedSha256 && expectedSha256 !== digests.sha256) {
        throw new AppError('checksum_mismatch', { path });
      }
      const file = { id: fileIdOf(id), path, size: length, ...digests, lastModified, pack: null };
      await new Promise<void>((resolve, reject) => {
        queue.push({ upload, file, bytes, resolve, reject });
        if (!isRunning) void run();
      });
    },
  };
}

/** Removes from the queue what is added together. */
function takeSome(queue: Waiting[]): Waiting[] {
  let bytes = 0;
  const beyond = queue.findIndex((one, index) => {
    bytes += one.bytes.length;
    return index === maxFiles || (index > 0 && bytes > maxBytes);
  });
  return queue.splice(0, beyond < 0 ? queue.length : beyond);
}

function byShare(some: readonly Waiting[]): Waiting[][] {
  const groups = new Map<ShareKey, Waiting[]>();
  for (const one of some) {
    const group = groups.get(one.upload.shareKey);
    if (group) group.push(one);
    else groups.set(one.upload.shareKey, [one]);
  }
  return [...groups.values()];
}

/** Gives files of one share their places in a blob. */
function groupOf(waiting: readonly Waiting[]): StoredGroup {
  const [first, ...others] = waiting;
  if (!first) throw new Error('a group without files');
  const { shareKey } = first.upload;
  if (others.length === 0) return { shareKey, blobId: first.upload.id, files: waiting, pack: null, waiting };
  const id = newUploadId();
  let size = 0;
  const files = waiting.map(({ upload, file }) => {
    const offset = size;
    size += file.size;
    return { upload, file: { ...file, pack: { id, offset } } };
  });
  return {
    shareKey,
    blobId: id,
    files,
    pack: packOf(first.upload, { id, size, count: files.length }),
    waiting,
  };
}

function packOf(
  { shareKey, createdAt, activeAt }: UploadRecord,
  { id, size, count }: { id: UploadRecord['id']; size: number; count: number },
): UploadRecord {
  return {
    id,
    shareKey,
    kind: 'bundle',
    path: `/${id}`,
    length: size,
    contentSize: size,
    fileCount: count,
    received: size,
    state: 'committed',
    concat: null,
    expectedSha256: null,
    isDeferred: false,
    lastModified: null,
    replaces: false,
    createdAt,
    activeAt,
  };
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first, ...others] = parts;
  return first && others.length === 0 ? first : Buffer.concat(parts);
}

function rejectAll({ waiting }: StoredGroup, error: unknown): void {
  for (const { reject } of waiting) reject(error);
}
