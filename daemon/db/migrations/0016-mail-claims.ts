import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const mailClaims: Migration = {
  name: '0016-mail-claims',
  async up(q) {
    const { integer } = dialectOf(q).types;
    // Until when one of several servers has it for sending, by the clock of the database; null: none has.
    await q.raw(`alter table outbox add column sending_until ${integer}`);
  },
};
