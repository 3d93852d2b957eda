import type { Migration } from '../migrate.ts';

/** The usage of a user is summed for every upload on an instance with quotas, from the index alone. */
const statements = [
  'create index shares_held on shares(owner_id, size, reserved_size, declared_size, state) where purged_at is null',
];

export const ownerSums: Migration = {
  name: '0004-owner-sums',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
