import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Uploads that become parts of another one, in the order that its row names. */
export const concatenation: Migration = {
  name: '0020-concatenation',
  async up(q) {
    const { text } = dialectOf(q).types;
    await q.raw(`alter table uploads add column concat ${text}`);
    await q.raw(`alter table uploads add column final_id ${text}`);
    await q.raw('create index uploads_by_final on uploads (final_id) where final_id is not null');
  },
};
