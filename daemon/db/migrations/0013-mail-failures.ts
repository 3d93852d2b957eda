import type { Migration } from '../migrate.ts';

const statements = [
  // JSON of why the last attempt failed; null: it did not, or a version without this column made it.
  'alter table outbox add column failure text',
];

export const mailFailures: Migration = {
  name: '0013-mail-failures',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
