import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Uploads whose client does not know their length yet: `length` is what has been reserved for them. */
export const deferredLengths: Migration = {
  name: '0018-deferred-lengths',
  async up(q) {
    const { integer } = dialectOf(q).types;
    await q.raw(`alter table uploads add column is_deferred ${integer} not null default 0`);
  },
};
