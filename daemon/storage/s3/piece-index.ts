import { randomBytes } from 'node:crypto';
import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { MissingSourceError } from '../../transfer/byte-source.ts';
import type { BlobRecord, BlobRepo, Place } from '../blob-repo.ts';
import type { ObjectUse, Piece } from '../piece-repo.ts';
import type { StagedPart } from '../staging.ts';
import type { StorageRepos } from '../stores.ts';

/** The right to add bytes to a staged blob, until another writer acquires it. */
export interface WriterClaim {
  blobKey: string;
  fence: number;
  /** The last piece of the blob so far. */
  last: Piece | null;
}

/** What exists in the bucket: an object is part of a blob only when this says so. */
export interface PieceIndex {
  /** Returns what marks the bucket as that of this database. */
  bucketMark(): Promise<string>;
  find(place: Place, id: string): Promise<BlobRecord | null>;
  /** Finds a blob that was removed, while all its objects are there. */
  findRemoved(place: Place, id: string): Promise<BlobRecord | null>;
  list(place: Place, state: BlobRecord['state']): AsyncIterable<BlobRecord>;
  /** Begins a blob. Throws when there is one. */
  begin(place: Place, id: string): Promise<void>;
  /** Inserts a blob that is complete. Throws when there is one. */
  insert(place: Place, id: string, piece: Piece | null): Promise<void>;
  /**
   * Makes the caller the only writer of a staged blob of this size, or of a new one when the size is 0. Null: the blob
   * has another size or is not staged, or the row of the upload has another fence.
   */
  acquire(
    place: Place,
    id: string,
    as: { size: number; uploadFence: number | null },
  ): Promise<WriterClaim | null>;
  /**
   * Makes the pieces of other staged blobs those of one that has `offset` bytes, and ends those, in one step. False: it
   * has another size or is not staged, or the row of the upload has another fence.
   *
   * @throws MissingSourceError when a part is not staged with its size
   */
  join(
    place: Place,
    id: string,
    as: { parts: readonly StagedPart[]; offset: number; uploadFence: number | null },
  ): Promise<boolean>;
  /** Takes a staged blob from its writer, which can note nothing more. */
  shutOut(place: Place, id: string): Promise<void>;
  /** Adds a piece, or replaces the last one; false: another writer has acquired the blob, or it is no longer staged. */
  note(claim: WriterClaim, piece: Piece, replaced: Pick<Piece, 'key'> | null): Promise<boolean>;
  /**
   * Makes a staged blob of at least this size a stored one, and returns it as it was; null: it is not staged.
   */
  publish(place: Place, id: string, as: { id: string; size: number }): Promise<BlobRecord | null>;
  remove(place: Place, ids: readonly string[], from: BlobRecord['state']): Promise<void>;
  setAside(place: Place, id: string, from: BlobRecord['state']): Promise<void>;
  /** Makes blobs that were set aside stored ones again, as far as no other has their id; returns the ids of those. */
  takeBack(place: Place, ids: readonly string[]): Promise<string[]>;
  removeSetAside(place: Place, before: number): Promise<string[]>;
  /** Lists some of the pieces of a blob, from the one with the byte at `position` on. */
  piecesFrom(blobKey: string, position: number): Promise<Piece[]>;
  /** Makes one object the only piece of a stored blob; false: it is not stored, or has other pieces by now. */
  replacePieces(blobKey: string, old: readonly Piece[], piece: Piece): Promise<boolean>;
  /** Returns the bytes of all blobs. */
  storedBytes(): Promise<number>;

  /** Yields the names of all objects that are part of a blob, in the order of their bytes. */
  listKeys(): AsyncIterable<string>;
  /** Returns the bytes of a blob that an object has; null: it is part of none, or of one that was removed. */
  findUse(key: string): Promise<ObjectUse | null>;
  /** Records objects that are to be deleted at a moment. */
  removeObjects(keys: readonly string[], dueAt: number): Promise<void>;
  /** Lists some objects that are due; never one that is part of a blob. */
  listDueObjects(): Promise<string[]>;
  /** Records which objects have been deleted, and which have to be tried again. */
  noteDeleted(deleted: readonly string[], failed: readonly string[]): Promise<void>;
  /** Records the objects of some blobs that were removed before a moment; false: there are no such blobs. */
  takeRemoved(before: number): Promise<boolean>;
  forgetObjects(keys: readonly string[]): Promise<void>;
}

interface Deps {
  uow: UnitOfWork<StorageRepos>;
  clock: Clock;
  /** Milliseconds for which the objects of replaced pieces stay, because somebody may be reading them. */
  removalDelay: number;
}

const pageSize = 500;
/** Objects that one request to the bucket deletes. */
const objectsPerStep = 1000;
/** Rows that a reader has in memory. */
const piecesPerStep = 64;
const retryAfter = 3_600_000;

export function createPieceIndex({ uow, clock, removalDelay }: Deps): PieceIndex {
  const { read } = uow;

  const create = (
    repo: BlobRepo,
    blob: Pick<BlobRecord, 'id' | 'state' | 'size' | 'fence'> & { place: Place },
  ) => {
    const record = { ...blob, key: randomBytes(16).toString('hex'), modifiedAt: clock.now() };
    return repo.insertBlob(record).then(() => record);
  };

  async function* pages<T>(load: (after: string) => Promise<T[]>, keyOf: (item: T) => string) {
    for (let after = ''; ; ) {
      const page = await load(after);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = keyOf(last);
    }
  }

  return {
    bucketMark: () =>
      uow.transaction(({ blobs }) => blobs.saveMark(randomBytes(16).toString('hex'), clock.now())),

    find: (place, id) => read.blobs.find({ place, id }),
    findRemoved: (place, id) => read.blobs.findRemoved({ place, id }, clock.now() - removalDelay),
    list: (place, state) =>
      pages(
        (after) => read.blobs.list(place, state, { after, limit: pageSize }),
        ({ id }) => id,
      ),

    async begin(place, id) {
      await uow.transaction(({ blobs }) => create(blobs, { place, id, state: 'staged', size: 0, fence: 0 }));
    },

    async insert(place, id, piece) {
      await uow.transaction(async ({ blobs, pieces }) => {
        const size = piece?.size ?? 0;
        const { key } = await create(blobs, { place, id, state: 'stored', size, fence: 0 });
        if (piece) await pieces.savePiece(key, piece);
      });
    },

    acquire: (place, id, { size, uploadFence }) =>
      uow.transaction(async ({ blobs, pieces }) => {
        if (uploadFence !== null && !(await blobs.lockUpload(id, uploadFence))) return null;
        const claim = await blobs.acquire({ place, id }, size);
        if (claim) return { blobKey: claim.key, fence: claim.fence, last: await pieces.lastPiece(claim.key) };
        if (size > 0 || (await blobs.find({ place, id }))) return null;
        const { key: blobKey, fence } = await create(blobs, { place, id, state: 'staged', size, fence: 1 });
        return { blobKey, fence, last: null };
      }),

    join: (place, id, { parts, offset, uploadFence }) =>
      uow.transaction(async ({ blobs, pieces }) => {
        if (uploadFence !== null && !(await blobs.lockUpload(id, uploadFence))) return false;
        const end = parts.reduce((sum, { size }) => sum + size, offset);
        const found = await blobs.find({ place, id });
        const isLikeDone = found?.state === 'staged' && found.size === end;
        if (isLikeDone && !(await blobs.find({ place, id: parts[0]?.id ?? '' }))) return true;
        if (!found && offset === 0) await create(blobs, { place, id, state: 'staged', size: 0, fence: 0 });
        const claim = await blobs.acquire({ place, id }, offset);
        if (!claim) return false;
        const now = clock.now();
        let start = offset;
        for (const part of parts) {
          const isMoved = await pieces.movePieces({ place, ...part }, { key: claim.key, start, now });
          if (!isMoved) throw new MissingSourceError(part.id);
          start += part.size;
        }
        return blobs.grow(claim, { size: end, now });
      }),

    shutOut: (place, id) => uow.transaction(({ blobs }) => blobs.shutOut({ place, id })),

    note: ({ blobKey, fence }, piece, replaced) =>
      uow.transaction(async ({ blobs, pieces, objectRemovals }) => {
        const now = clock.now();
        const size = piece.start + piece.size;
        if (!(await blobs.grow({ key: blobKey, fence }, { size, now }))) return false;
        await pieces.savePiece(blobKey, piece);
        if (replaced) await objectRemovals.add([replaced.key], now + removalDelay);
        return true;
      }),

    publish: (place, id, as) =>
      uow.transaction(async ({ blobs }) => {
        const blob = await blobs.find({ place, id });
        if (blob?.state !== 'staged') return null;
        if (blob.size < as.size) return blob;
        return (await blobs.publish(blob.key, as)) ? blob : null;
      }),

    remove: (place, ids, from) =>
      uow.transaction(({ blobs }) => blobs.end({ place, ids, from }, { to: 'removed', now: clock.now() })),
    setAside: (place, id, from) =>
      uow.transaction(({ blobs }) =>
        blobs.end({ place, ids: [id], from }, { to: 'set_aside', now: clock.now() }),
      ),
    takeBack: (place, ids) => uow.transaction(({ blobs }) => blobs.takeBack(place, ids)),
    removeSetAside: (place, before) =>
      uow.transaction(({ blobs }) => blobs.removeSetAside(place, { before, now: clock.now() })),

    piecesFrom: (blobKey, position) => read.pieces.piecesFrom(blobKey, position, piecesPerStep),
    replacePieces: (blobKey, old, piece) =>
      uow.transaction(async ({ blobs, pieces, objectRemovals }) => {
        const isSame =
          (await blobs.lockStored(blobKey)) && (await pieces.countPieces(blobKey)) === old.length;
        if (!isSame) return false;
        await pieces.replacePieces(blobKey, piece);
        const dueAt = clock.now() + removalDelay;
        for (let at = 0; at < old.length; at += objectsPerStep) {
          await objectRemovals.add(
            old.slice(at, at + objectsPerStep).map(({ key }) => key),
            dueAt,
          );
        }
        return true;
      }),
    storedBytes: () => read.blobs.storedBytes(),

    listKeys: () =>
      pages(
        (after) => read.pieces.listKeys({ after, limit: pageSize }),
        (key) => key,
      ),
    findUse: (key) => read.pieces.findUse(key),
    removeObjects: (keys, dueAt) => uow.transaction(({ objectRemovals }) => objectRemovals.add(keys, dueAt)),

    listDueObjects: () =>
      uow.transaction(async ({ pieces, objectRemovals }) => {
        const due = await objectRemovals.listDue(clock.now(), objectsPerStep);
        // An object that nobody named when it was listed may have been on its way to a piece.
        const named = await pieces.filterKeys(due);
        if (named.size > 0) await objectRemovals.delete([...named]);
        return due.filter((key) => !named.has(key));
      }),

    noteDeleted: (deleted, failed) =>
      uow.transaction(async ({ objectRemovals }) => {
        await objectRemovals.delete(deleted);
        await objectRemovals.postpone(failed, clock.now() + retryAfter);
      }),

    takeRemoved: (before) =>
      uow.transaction(async ({ pieces, objectRemovals }) => {
        const { blobs, keys } = await pieces.takeRemoved(before, objectsPerStep);
        await objectRemovals.add(keys, clock.now());
        return blobs > 0;
      }),
    forgetObjects: (keys) => uow.transaction(({ objectRemovals }) => objectRemovals.delete(keys)),
  };
}

/** Yields all pieces of a blob of this size in their order. */
export async function* piecesOf(
  index: Pick<PieceIndex, 'piecesFrom'>,
  { key, size }: Pick<BlobRecord, 'key' | 'size'>,
): AsyncGenerator<Piece> {
  for (let position = 0; position < size; ) {
    for (const piece of await index.piecesFrom(key, position)) {
      if (piece.start !== position) throw new Error(`blob ${key} has a hole at ${position}`);
      yield piece;
      position += piece.size;
    }
  }
}
