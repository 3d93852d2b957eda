import type { Knex } from 'knex';
import type { ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareState } from '#sdk/contract/shares.js';
import type { ShareRecord } from '../types.ts';
import { fitsSize, fromRow, type ShareRow, toChange, toRow } from './share-row.ts';

/** Space one share holds: its files and unfinished uploads, at least what was announced, and what lies dead in bundles. */
const heldSize = 'max(size + reserved_size, declared_size) + dead_size';

/** States of a share whose files are there; what is expired may be on its way out, and then says when that began. */
const living: readonly ShareState[] = ['draft', 'completing', 'active', 'expired'];

/** Since when nothing has come to drafts that are given up. */
export interface IdleCutoffs {
  before: number;
  /** For those that came in by a reverse share, and have not a byte. */
  emptyBefore: number;
}

export type ShareRepo = ReturnType<typeof createShareRepo>;

export function createShareRepo(q: Knex) {
  const table = () => q<ShareRow>('shares');
  const abandoned = ({ before, emptyBefore }: IdleCutoffs) =>
    table()
      .where({ state: 'draft' })
      .whereRaw(
        `(active_at < ? or (active_at < ? and reverse_share_id is not null and size = 0
          and not exists (select 1 from uploads where share_key = shares.key and received > 0)))`,
        [before, emptyBefore],
      );
  /** Drafts that `maker` made and that are gone: nothing was ever published under their links. */
  const discarded = (id: string, maker: UserId) =>
    table()
      .where({ id_key: id.toLowerCase(), owner_id: maker, state: 'removed' })
      .whereNull('completed_at')
      .whereNull('reverse_share_id');
  const one = (row: ShareRow | undefined) => (row ? fromRow(row) : null);

  return {
    findById: async (id: string) => one(await table().where({ id }).first()),

    findByKey: async (key: ShareKey) => one(await table().where({ key }).first()),

    findByUploadToken: async (tokenHash: string) =>
      one(await table().where({ upload_token_hash: tokenHash }).first()),

    /** Whether a link belongs to a share, or to one that is gone; that of a discarded draft is free for its maker. */
    async isIdTaken(id: string, maker: UserId | null): Promise<boolean> {
      if ((await table().where({ id_key: id.toLowerCase() }).first('key')) === undefined) return false;
      return maker === null || (await discarded(id, maker).first('key')) === undefined;
    },

    /** Takes the link from a discarded draft of `maker`, if it has it: what is left of the draft goes by its key. */
    async releaseId(id: string, maker: UserId): Promise<void> {
      // No link has this form.
      const unused = q.raw("'~' || key");
      await discarded(id, maker).update({ id: unused, id_key: unused });
    },

    async insert(share: ShareRecord): Promise<void> {
      await table().insert(toRow(share));
    },

    /** Changes a share in one of `from` states; false when it is in none of them any more. */
    async transition(
      key: ShareKey,
      from: readonly ShareState[],
      change: Partial<ShareRecord>,
    ): Promise<boolean> {
      return (await table().where({ key }).whereIn('state', from).update(toChange(change))) > 0;
    },

    /** Changes what a share says and who may open it; a new expiry brings an expired one back. False when it is gone. */
    async edit(key: ShareKey, change: ShareEdit, endsTokens: boolean): Promise<boolean> {
      const changed = await table()
        .where({ key })
        .whereIn('state', living)
        .whereNull('removed_at')
        .whereNull('purged_at')
        .update({
          ...toChange(change),
          password_version: q.raw('password_version + ?', [endsTokens ? 1 : 0]),
          ...(change.expiresAt !== undefined && {
            state: q.raw("case state when 'expired' then 'active' else state end"),
          }),
        });
      return changed > 0;
    },

    /**
     * Counts a view if the limit allows one more: of a hundred at the same moment, exactly that many get true. False also
     * when the share has ended, or got another password, since it was looked at.
     */
    async consumeView(
      { key, passwordVersion }: Pick<ShareRecord, 'key' | 'passwordVersion'>,
      now: number,
    ): Promise<boolean> {
      const changed = await table()
        .where({ key, state: 'active', password_version: passwordVersion })
        .whereRaw('(max_views is null or views < max_views)')
        .whereRaw('(expires_at is null or expires_at > ?)', [now])
        .update({ views: q.raw('views + 1') });
      return changed > 0;
    },

    /**
     * Adds files, or uploads that will become some, to a share that takes them, within its limits; false when one of
     * them does not allow it.
     */
    async reserve(
      key: ShareKey,
      { size, files, areFinished }: { size: number; files: number; areFinished: boolean },
      limits: { maxSize: number; maxFiles: number; now: number },
    ): Promise<boolean> {
      const [sizeColumn, countColumn] = areFinished
        ? ['size', 'file_count']
        : ['reserved_size', 'reserved_count'];
      const changed = await table()
        .where({ key })
        .whereRaw("(state = 'draft' or (state = 'active' and adding_at is not null))")
        .whereRaw(fitsSize('size + reserved_size + ?'), [limits.maxSize, size, limits.maxSize, size])
        .whereRaw('file_count + reserved_count + ? <= ?', [files, limits.maxFiles])
        .update({
          [sizeColumn]: q.raw('?? + ?', [sizeColumn, size]),
          [countColumn]: q.raw('?? + ?', [countColumn, files]),
          active_at: limits.now,
        });
      return changed > 0;
    },

    /** Moves the counters of a share. */
    async count(key: ShareKey, delta: CounterDelta): Promise<void> {
      await table()
        .where({ key })
        .update({
          size: q.raw('size + ?', [delta.size ?? 0]),
          file_count: q.raw('file_count + ?', [delta.files ?? 0]),
          reserved_size: q.raw('reserved_size + ?', [delta.reservedSize ?? 0]),
          reserved_count: q.raw('reserved_count + ?', [delta.reserved ?? 0]),
          dead_size: q.raw('dead_size + ?', [delta.dead ?? 0]),
          ...(delta.activeAt !== undefined && { active_at: delta.activeAt }),
        });
    },

    async touch(key: ShareKey, activeAt: number): Promise<void> {
      await table().where({ key }).update({ active_at: activeAt });
    },

    /** Bytes all shares of a user hold. */
    async heldByOwner(ownerId: UserId): Promise<number> {
      return sumOf(
        await table()
          .where({ owner_id: ownerId })
          .whereNull('purged_at')
          .sum({ total: q.raw(heldSize) }),
      );
    },

    /** Bytes that were announced beyond the uploads that have begun. */
    async announcedBytes(): Promise<number> {
      const rows = await table()
        .where('declared_size', '>', 0)
        .sum({ total: q.raw('max(0, declared_size - size - reserved_size)') });
      return sumOf(rows);
    },

    /** Ends some of the shares whose time is over; how many. */
    async expireSome(now: number, limit: number): Promise<number> {
      const due = table()
        .where({ state: 'active' })
        .where('expires_at', '<=', now)
        .limit(limit)
        .select('key');
      return table()
        .where({ state: 'active' })
        .whereIn('key', due)
        .update({ state: 'expired', adding_at: null, declared_size: 0 });
    },

    /** How many shares lose their files, `retention` after they have expired, between two moments. */
    async countDueBetween(from: number, to: number, retention: number): Promise<number> {
      const row = await table()
        .whereNull('purged_at')
        .whereIn('state', ['active', 'expired'])
        .where('expires_at', '>', from - retention)
        .where('expires_at', '<=', to - retention)
        .count({ due: '*' })
        .first();
      return Number(row?.['due'] ?? 0);
    },

    /** Nobody was idle while the server was off or its clock wrong. */
    async shiftActivity({ expected, now }: { expected: number; now: number }): Promise<void> {
      for (const isOpen of ["state = 'draft'", 'adding_at is not null']) {
        const open = () => table().whereRaw(isOpen);
        await open()
          .where('active_at', '<=', expected)
          .update({ active_at: q.raw('active_at + ?', [Math.max(0, now - expected)]) });
        await open().where('active_at', '>', now).update({ active_at: now });
      }
    },

    /** Gives a draft up if it has been silent; an upload may have come back to it meanwhile. */
    async abandon(key: ShareKey, cutoffs: IdleCutoffs, removedAt: number): Promise<boolean> {
      const draft = abandoned(cutoffs).where({ key });
      return (await draft.update({ state: 'removed', removed_at: removedAt, declared_size: 0 })) > 0;
    },

    async listAbandoned(after: string, cutoffs: IdleCutoffs, limit: number): Promise<ShareRecord[]> {
      const rows = await abandoned(cutoffs).where('key', '>', after).orderBy('key').limit(limit);
      return rows.map(fromRow);
    },

    /** Shares whose files must go: removed ones, expired ones after the time they are kept, and those half gone. */
    async listPurgeable(after: string, expiredBefore: number, limit: number): Promise<ShareRecord[]> {
      const rows = await table()
        .whereNull('purged_at')
        .where('key', '>', after)
        .where((either) => {
          either.whereNotNull('removed_at').orWhere((expired) => {
            expired.where({ state: 'expired' }).where('expires_at', '<=', expiredBefore);
          });
        })
        .orderBy('key')
        .limit(limit);
      return rows.map(fromRow);
    },

    /** From now on nobody brings it back; false when somebody has, or its time has been extended. */
    async beginPurge(key: ShareKey, { now, expiredBefore }: { now: number; expiredBefore: number }) {
      const begun = await table()
        .where({ key })
        .whereNull('purged_at')
        .whereRaw("(removed_at is not null or (state = 'expired' and expires_at <= ?))", [expiredBefore])
        .update({ removed_at: q.raw('coalesce(removed_at, ?)', [now]) });
      return begun > 0;
    },

    async markPurged(key: ShareKey, purgedAt: number): Promise<void> {
      await table().where({ key }).update({
        purged_at: purgedAt,
        size: 0,
        file_count: 0,
        reserved_size: 0,
        reserved_count: 0,
        declared_size: 0,
        dead_size: 0,
      });
    },

    /** Shares whose files went before `before`. */
    async listForgettable(after: string, before: number, limit: number): Promise<ShareKey[]> {
      const rows = table().where('purged_at', '<', before).where('key', '>', after);
      return (await rows.orderBy('key').limit(limit).select('key')).map(({ key }) => key as ShareKey);
    },

    /** Only now anybody can have the link. */
    async forget(key: ShareKey): Promise<void> {
      await table().where({ key }).delete();
    },
  };
}

export interface CounterDelta {
  size?: number;
  files?: number;
  reservedSize?: number;
  reserved?: number;
  dead?: number;
  activeAt?: number;
}

export type ShareEdit = Partial<
  Pick<ShareRecord, 'name' | 'description' | 'expiration' | 'expiresAt' | 'passwordHash' | 'maxViews'>
>;

function sumOf(rows: readonly { total?: number | string | null }[]): number {
  return Number(rows[0]?.total ?? 0);
}
