import type { Knex } from 'knex';
import type { ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { ShareState } from '#sdk/contract/shares.js';
import type { ShareEdit, ShareRecord } from '../types.ts';
import { fitsSize, fromRow, heldSize, type ShareRow, toChange, toRow } from './share-row.ts';

/**
 * States of a share whose files exist. An expired share may be in the process of being purged; then it says when that
 * began.
 */
const living: readonly ShareState[] = ['draft', 'completing', 'active', 'expired'];

type Counter = 'size' | 'files' | 'reservedSize' | 'reserved' | 'dead';

export type ShareRepo = ReturnType<typeof createShareRepo>;

export function createShareRepo(q: Knex) {
  return {
    ...finders(q),
    ...links(q),
    ...changes(q),
    ...counters(q),
    ...purges(q),
  };
}

const sharesOf = (q: Knex) => q<ShareRow>('shares');

const finders = (q: Knex) => ({
  findById: async (id: string) => one(await sharesOf(q).where({ id }).first()),

  findByKey: async (key: ShareKey) => one(await sharesOf(q).where({ key }).first()),

  findByUploadToken: async (tokenHash: string) =>
    one(await sharesOf(q).where({ upload_token_hash: tokenHash }).first()),
});

const one = (row: ShareRow | undefined) => (row ? fromRow(row) : null);

const links = (q: Knex) => ({
  /** Whether a link belongs to a share, even a purged one; the link of a discarded draft is available to its maker. */
  async isIdTaken(id: string, maker: UserId | null): Promise<boolean> {
    if ((await sharesOf(q).where({ id_key: id.toLowerCase() }).first('key')) === undefined) return false;
    return maker === null || (await discarded(q, id, maker).first('key')) === undefined;
  },

  /** Frees the link of a discarded draft of `maker`, if the draft has it: the rest of the draft is purged by its key. */
  async releaseId(id: string, maker: UserId): Promise<void> {
    // No valid link has this form.
    const unused = q.raw("'~' || key");
    await discarded(q, id, maker).update({ id: unused, id_key: unused });
  },
});

/** Discarded drafts of `maker`: nothing was ever published under their links. */
const discarded = (q: Knex, id: string, maker: UserId) =>
  sharesOf(q)
    .where({ id_key: id.toLowerCase(), owner_id: maker, state: 'removed' })
    .whereNull('completed_at')
    .whereNull('reverse_share_id');

const changes = (q: Knex) => ({
  async insert(share: ShareRecord): Promise<void> {
    await sharesOf(q).insert(toRow(share));
  },

  /** Changes a share that is in one of the `from` states; false if it no longer is. */
  async transition(
    key: ShareKey,
    from: readonly ShareState[],
    change: Partial<ShareRecord>,
  ): Promise<boolean> {
    return (await sharesOf(q).where({ key }).whereIn('state', from).update(toChange(change))) > 0;
  },

  /**
   * Changes the details of a share and who may open it; a new expiry reactivates an expired share. False when it is
   * gone.
   */
  async edit(key: ShareKey, change: ShareEdit, endsTokens: boolean): Promise<boolean> {
    const changed = await sharesOf(q)
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

  /** From now on visitors cannot open it, because malware was found in one of its files. */
  async quarantine(key: ShareKey, now: number): Promise<void> {
    await sharesOf(q).where({ key }).whereNull('quarantined_at').update({ quarantined_at: now });
  },

  /** Visitors can open it again, unless there is malware in another file. */
  async endQuarantine(key: ShareKey): Promise<void> {
    await sharesOf(q)
      .where({ key })
      .whereRaw("not exists (select 1 from files where share_key = shares.key and scan_state = 'infected')")
      .update({ quarantined_at: null });
  },

  /** Replaces the hash of the same password; nothing changes when the password was changed since `previous` was read. */
  async replacePasswordHash(key: ShareKey, previous: string, passwordHash: string): Promise<void> {
    await sharesOf(q).where({ key, password_hash: previous }).update({ password_hash: passwordHash });
  },
});

/** The views, files and bytes of shares. */
const counters = (q: Knex) => ({
  /**
   * Counts a view if the limit allows one more: of concurrent requests exactly as many succeed as there are views
   * left. False also when the share has ended, or its password has changed, since it was checked.
   */
  async consumeView(
    { key, passwordVersion }: Pick<ShareRecord, 'key' | 'passwordVersion'>,
    now: number,
  ): Promise<boolean> {
    const changed = await sharesOf(q)
      .where({ key, state: 'active', password_version: passwordVersion })
      .whereRaw('(max_views is null or views < max_views)')
      .whereRaw('(expires_at is null or expires_at > ?)', [now])
      .update({ views: q.raw('views + 1') });
    return changed > 0;
  },

  /**
   * Adds files, or uploads that will become files, to a share that accepts them, within its limits; returns the share
   * with them, or null when a limit does not allow it.
   */
  async reserve(
    key: ShareKey,
    { size, files, areFinished }: { size: number; files: number; areFinished: boolean },
    limits: { maxSize: number; maxFiles: number; maxFilesOfGuests: number; now: number },
  ): Promise<ShareRecord | null> {
    const [sizeColumn, countColumn] = areFinished
      ? ['size', 'file_count']
      : ['reserved_size', 'reserved_count'];
    const [reserved] = await sharesOf(q)
      .where({ key })
      .whereRaw("(state = 'draft' or (state = 'active' and adding_at is not null))")
      .whereRaw(fitsSize('size + reserved_size + ?'), [limits.maxSize, size, limits.maxSize, size])
      .whereRaw(
        'file_count + reserved_count + ? <= case when owner_id is null then cast(? as bigint) else cast(? as bigint) end',
        [files, limits.maxFilesOfGuests, limits.maxFiles],
      )
      .update({
        [sizeColumn]: q.raw('?? + ?', [sizeColumn, size]),
        [countColumn]: q.raw('?? + ?', [countColumn, files]),
        active_at: limits.now,
      })
      .returning('*');
    return one(reserved);
  },

  /** Adjusts the counters of a share. */
  async count(key: ShareKey, delta: Partial<Record<Counter | 'activeAt', number>>): Promise<void> {
    await sharesOf(q)
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
    await sharesOf(q).where({ key }).update({ active_at: activeAt });
  },

  /** Returns the bytes that all shares of a user use. */
  async heldByOwner(ownerId: UserId): Promise<number> {
    return sumOf(
      await sharesOf(q)
        .where({ owner_id: ownerId })
        .whereNull('purged_at')
        .sum({ total: q.raw(heldSize) }),
    );
  },

  /** Returns the bytes that all shares use. */
  async heldByAll(): Promise<number> {
    return sumOf(
      await sharesOf(q)
        .whereNull('purged_at')
        .sum({ total: q.raw(heldSize) }),
    );
  },

  /** Returns the announced bytes for which no upload has begun. */
  async announcedBytes(): Promise<number> {
    const rows = await sharesOf(q)
      .where('declared_size', '>', 0)
      .whereRaw('declared_size > size + reserved_size')
      .sum({ total: q.raw('declared_size - size - reserved_size') });
    return sumOf(rows);
  },
});

function sumOf(rows: readonly { total?: number | string | null }[]): number {
  return Number(rows[0]?.total ?? 0);
}

/** From the expiry of a share until its row is deleted. */
const purges = (q: Knex) => ({
  /** Expires at most `limit` shares that are past their expiry; returns their keys. */
  async expireSome(now: number, limit: number): Promise<ShareKey[]> {
    const due = sharesOf(q)
      .where({ state: 'active' })
      .where('expires_at', '<=', now)
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .select('key');
    const rows: { key: string }[] = await sharesOf(q)
      .where({ state: 'active' })
      .whereIn('key', due)
      .update({ state: 'expired', adding_at: null, declared_size: 0 })
      .returning('key');
    return rows.map(({ key }) => key as ShareKey);
  },

  /** Counts the shares that lose their files, `retention` after they expired, between two moments. */
  async countDueBetween(from: number, to: number, retention: number): Promise<number> {
    const row = await sharesOf(q)
      .whereNull('purged_at')
      .whereIn('state', ['active', 'expired'])
      .where('expires_at', '>', from - retention)
      .where('expires_at', '<=', to - retention)
      .count({ due: '*' })
      .first();
    return Number(row?.['due'] ?? 0);
  },

  /** Lists shares to purge: removed ones, expired ones past their retention, and half-purged ones. */
  async listPurgeable(after: string, expiredBefore: number, limit: number): Promise<ShareRecord[]> {
    const rows = await sharesOf(q)
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

  /** From now on nobody can reactivate it; false when it was reactivated or extended. */
  async beginPurge(key: ShareKey, { now, expiredBefore }: { now: number; expiredBefore: number }) {
    const begun = await sharesOf(q)
      .where({ key })
      .whereNull('purged_at')
      .whereRaw("(removed_at is not null or (state = 'expired' and expires_at <= ?))", [expiredBefore])
      .update({ removed_at: q.raw('coalesce(removed_at, ?)', [now]) });
    return begun > 0;
  },

  async markPurged(key: ShareKey, purgedAt: number): Promise<void> {
    await sharesOf(q).where({ key }).update({
      purged_at: purgedAt,
      size: 0,
      file_count: 0,
      reserved_size: 0,
      reserved_count: 0,
      declared_size: 0,
      dead_size: 0,
    });
  },

  /** Lists shares that were purged before `before`. */
  async listForgettable(after: string, before: number, limit: number): Promise<ShareKey[]> {
    const rows = sharesOf(q).where('purged_at', '<', before).where('key', '>', after);
    return (await rows.orderBy('key').limit(limit).select('key')).map(({ key }) => key as ShareKey);
  },

  /** From now on the link is available to anyone. */
  async forget(key: ShareKey): Promise<void> {
    await sharesOf(q).where({ key }).delete();
  },
});
