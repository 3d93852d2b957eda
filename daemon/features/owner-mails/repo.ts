import type { Knex } from 'knex';
import type { ShareId, ShareKey, UserId } from '#sdk/contract/formats/primitives.js';
import type { OwnerMails } from '#sdk/contract/owner-mails.js';

/** A share that a mail is about, and where the mail goes. */
export interface OwnedShareRow {
  key: ShareKey;
  id: ShareId;
  name: string | null;
  files: number;
  size: number;
  expiresAt: number | null;
  ownerId: UserId;
  email: string;
}

/** A share with its downloads that the owner was not told of. */
export interface DownloadedShare {
  name: string | null;
  files: number;
  size: number;
  downloads: number;
}

interface ChoiceRow {
  user_id: string;
  first_download: number;
  daily_downloads: number;
  expires_tomorrow: number;
  digest_at: number;
}

/** All downloads of a share, of single files and of archives. */
const total =
  'shares.archive_downloads + coalesce((select cast(sum(downloads) as bigint) from file_downloads where share_key = shares.key), 0)';

export type OwnerMailRepo = ReturnType<typeof createOwnerMailRepo>;

/** What owners want to be told of their shares, and what they have been told. */
export function createOwnerMailRepo(q: Knex) {
  const choices = () => q<ChoiceRow>('owner_mails');

  const ownedShares = () =>
    q('shares')
      .join('owner_mails', 'owner_mails.user_id', 'shares.owner_id')
      .join('users', 'users.id', 'shares.owner_id')
      .leftJoin('share_notices', 'share_notices.share_key', 'shares.key')
      .whereNull('users.disabled_at')
      .select({
        key: 'shares.key',
        id: 'shares.id',
        name: 'shares.name',
        files: 'shares.file_count',
        size: 'shares.size',
        expiresAt: 'shares.expires_at',
        ownerId: 'shares.owner_id',
        email: 'users.email',
      });

  return {
    async read(userId: UserId): Promise<OwnerMails> {
      const row = await choices().where({ user_id: userId }).first();
      return {
        firstDownload: row?.first_download === 1,
        dailyDownloads: row?.daily_downloads === 1,
        expiresTomorrow: row?.expires_tomorrow === 1,
      };
    },

    async save(
      userId: UserId,
      { firstDownload, dailyDownloads, expiresTomorrow }: OwnerMails,
    ): Promise<void> {
      const row = {
        first_download: Number(firstDownload),
        daily_downloads: Number(dailyDownloads),
        expires_tomorrow: Number(expiresTomorrow),
      };
      await choices()
        .insert({ user_id: userId, digest_at: 0, ...row })
        .onConflict('user_id')
        .merge(row);
    },

    /** Returns a share whose owner wants to be told of its first download, if these downloads were the first. */
    async findFirstDownload(key: ShareKey, downloads: number): Promise<OwnedShareRow | null> {
      const row = (await ownedShares()
        .where({ 'shares.key': key, 'owner_mails.first_download': 1 })
        .whereNull('share_notices.first_download_at')
        .whereRaw(`${total} = ?`, [downloads])
        .first()) as OwnedShareRow | undefined;
      return row ?? null;
    },

    async noteFirstDownload(key: ShareKey, at: number): Promise<void> {
      await q('share_notices')
        .insert({ share_key: key, first_download_at: at })
        .onConflict('share_key')
        .merge({ first_download_at: at });
    },

    /** Lists owners whose last daily mail is older than `before`. */
    async listDueDigests(
      after: string,
      before: number,
      limit: number,
    ): Promise<{ id: UserId; email: string }[]> {
      return q('owner_mails')
        .join('users', 'users.id', 'owner_mails.user_id')
        .where({ 'owner_mails.daily_downloads': 1 })
        .whereNull('users.disabled_at')
        .where('owner_mails.digest_at', '<=', before)
        .where('users.id', '>', after)
        .orderBy('users.id')
        .limit(limit)
        .select({ id: 'users.id', email: 'users.email' });
    },

    /** False when another server was faster. */
    async claimDigest(userId: UserId, before: number, at: number): Promise<boolean> {
      const claimed = await choices()
        .where({ user_id: userId, daily_downloads: 1 })
        .where('digest_at', '<=', before)
        .update({ digest_at: at });
      return claimed > 0;
    },

    async startDigest(userId: UserId, at: number): Promise<void> {
      await choices().where({ user_id: userId }).update({ digest_at: at });
    },

    /** Lists shares with downloads that their owner was not told of, most first. */
    async listDownloaded(userId: UserId, limit: number): Promise<DownloadedShare[]> {
      const news = `${total} - coalesce(share_notices.told_downloads, 0)`;
      return q('shares')
        .leftJoin('share_notices', 'share_notices.share_key', 'shares.key')
        .where({ 'shares.owner_id': userId })
        .whereRaw(`${news} > 0`)
        .orderByRaw('4 desc')
        .limit(limit)
        .select({
          name: 'shares.name',
          files: 'shares.file_count',
          size: 'shares.size',
          downloads: q.raw(news),
        });
    },

    /** From now on, only further downloads of the shares of an owner are news. */
    async noteDownloadsTold(userId: UserId): Promise<void> {
      await q.raw(
        `insert into share_notices (share_key, told_downloads)
          select shares.key, ${total} from shares where shares.owner_id = ? and shares.completed_at is not null
          on conflict (share_key) do update set told_downloads = excluded.told_downloads`,
        [userId],
      );
    },

    /** Lists shares that expire by `until`, after having been published for a day, and whose owner wants to know. */
    async listExpiring(
      after: string,
      { now, until, day }: { now: number; until: number; day: number },
      limit: number,
    ): Promise<OwnedShareRow[]> {
      return ownedShares()
        .where({ 'shares.state': 'active', 'owner_mails.expires_tomorrow': 1 })
        .where('shares.expires_at', '>', now)
        .where('shares.expires_at', '<=', until)
        .whereRaw('shares.completed_at <= shares.expires_at - ?', [2 * day])
        .whereRaw('coalesce(share_notices.told_expiry, 0) <> shares.expires_at')
        .where('shares.key', '>', after)
        .orderBy('shares.key')
        .limit(limit);
    },

    /** False when the owner has been told already, or the share has another expiry by now. */
    async claimExpiry(key: ShareKey, expiresAt: number): Promise<boolean> {
      const current: unknown = await q('shares')
        .where({ key, state: 'active', expires_at: expiresAt })
        .first('key');
      if (current === undefined) return false;
      const told: unknown[] = await q('share_notices')
        .insert({ share_key: key, told_expiry: expiresAt })
        .onConflict('share_key')
        .merge({ told_expiry: expiresAt })
        .whereRaw('coalesce(share_notices.told_expiry, 0) <> ?', [expiresAt])
        .returning('share_key');
      return told.length > 0;
    },
  };
}
