import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileId } from '#sdk/contract/formats/primitives.js';
import { systemClock } from '../../../crypto/clock.ts';
import { newShareKey, newUploadId } from '../../../crypto/ids.ts';
import { createLogger } from '../../../logger.ts';
import { openLocalStore } from '../../../storage/local/store.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../../testing/open-unit-of-work.ts';
import { storedShare } from '../../../testing/stored-share.ts';
import type { ByteSource } from '../../../transfer/byte-source.ts';
import { createFileBytes } from '../file-bytes.ts';
import type { FileRecord } from '../types.ts';
import { createArchiveReaders } from './readers.ts';
import { createStoredArchives, type StoredArchives } from './stored.ts';

let database: TestUnitOfWork;
let archives: StoredArchives;
let put: (id: string, bytes: Uint8Array) => Promise<void>;
/** Number of open blobs. */
let open: number;
/** Lets the reads of blobs begin. */
let letRead: () => void;

beforeEach(async () => {
  database = await openTestUnitOfWork();
  const { blobs } = await openLocalStore({ directory: database.dataDir, fsync: 'off' });
  const logger = createLogger({ level: 'silent', format: 'json' });
  const bytes = createFileBytes({ blobs, logger });
  const readers = createArchiveReaders({ clock: systemClock, logger });
  open = 0;
  const turn = new Promise<void>((resolve) => {
    letRead = resolve;
  });
  async function openBlob(id: string): Promise<ByteSource> {
    const source = await blobs.open(id);
    open += 1;
    return {
      size: source.size,
      async read(buffer, position) {
        await turn;
        return source.read(buffer, position);
      },
      async close() {
        open -= 1;
        await source.close();
      },
    };
  }
  archives = createStoredArchives({
    uow: database.uow,
    blobs: { open: openBlob },
    bytes,
    holds: { refuse: () => undefined },
    readers,
  });
  put = (id, bytes) => blobs.put(id, bytes);
});

afterEach(() => database.close());

const shareKey = newShareKey();
const size = 1000;

async function openArchive({ isPacked = false } = {}): Promise<ByteSource> {
  const [id, packId] = [newUploadId(), newUploadId()];
  await put(isPacked ? packId : id, new Uint8Array(size));
  const file: FileRecord = {
    id: FileId.parse(id),
    shareKey,
    path: 'a.bin',
    size,
    sha256: '',
    crc32: 0,
    lastModified: null,
    createdAt: Date.now(),
    pack: isPacked ? { id: packId, offset: 0 } : null,
    damagedAt: null,
    scan: null,
  };
  const { layout } = await archives.layOutSelected(shareKey, async () => [file]);
  return archives.open(shareKey, layout);
}

describe('an archive that is given up while its read waits for others', () => {
  it.each([false, true])('leaves nothing open (file in a pack: %s)', async (isPacked) => {
    const before = await Promise.all(Array.from({ length: 4 }, () => openArchive()));
    const running = before.map((archive) => archive.read(Buffer.alloc(100), 0));
    const abandoned = await openArchive({ isPacked });
    const waiting = abandoned.read(Buffer.alloc(100), 0);
    await abandoned.close();
    letRead();
    await expect(waiting).rejects.toThrow('closed');
    await Promise.all(running);
    await Promise.all(before.map((archive) => archive.close()));
    expect(open).toBe(0);
  });
});

it('does not begin when the files of the share are about to be deleted', async () => {
  const share = storedShare({ key: shareKey, state: 'removed', removedAt: 1 });
  await database.uow.transaction(({ shares }) => shares.insert(share));
  await expect(openArchive()).rejects.toMatchObject({ code: 'share_removed' });
});
