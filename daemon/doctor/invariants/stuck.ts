import type { FindingCode } from '#sdk/contract/host.js';
import { pagesOf } from '../pages.ts';
import type { Invariant } from '../types.ts';

const patience = 5 * 60_000;

interface ShareRow {
  key: string;
  id: string;
  state: string;
  preparing: number;
}

const isPreparing =
  "exists (select 1 from archives where share_key = shares.key and state = 'building' and progress_at < ?)";

const codes: Readonly<Record<string, FindingCode>> = {
  completing: 'stuck_completing',
  removed: 'stuck_deleting',
};

/** I5: nothing stays on its way for more than five minutes. */
export const stuck: Invariant = {
  id: 'I5',

  pages: ({ database }) =>
    pagesOf(database.reader, { table: 'shares', column: 'key', where: 'purged_at is null' }),

  async examine({ database: { reader }, clock }, keys) {
    const before = clock.now() - patience;
    const rows: ShareRow[] = await reader('shares')
      .whereIn('key', keys)
      .whereNull('purged_at')
      .whereRaw(`((state in ('completing', 'removed') and active_at < ?) or ${isPreparing})`, [
        before,
        before,
      ])
      .select('key', 'id', 'state');
    return rows.map(({ key, id: share, state }) => ({
      key,
      code: codes[state] ?? 'stuck_preparing',
      params: { share },
    }));
  },

  /** Completion and preparation can be asked for again. Deletion goes on in the server, which alone knows who reads. */
  async repair({ database: { writer } }, keys) {
    await writer('shares').whereIn('key', keys).where({ state: 'completing' }).update({ state: 'draft' });
    await writer('archives').whereIn('share_key', keys).where({ state: 'building' }).delete();
  },
};
