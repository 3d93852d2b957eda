import type { Migration } from '../migrate.ts';

const statements = [
  // null: visitors of the user's shares see no name.
  'alter table users add column display_name text',
];

export const displayNames: Migration = {
  name: '0012-display-names',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
