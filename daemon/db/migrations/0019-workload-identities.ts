import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Rules by which workloads sign in with tokens that their system signs. */
export const workloadIdentities: Migration = {
  name: '0019-workload-identities',
  async up(q) {
    const { integer, text, tableOptions } = dialectOf(q).types;
    await q.raw(`create table workload_identities (
      id ${text} primary key,
      name ${text} not null,
      -- The account that the workloads act as.
      user_id ${text} not null references users(id) on delete cascade,
      issuer ${text} not null,
      audience ${text} not null,
      -- JSON: the value of each claim, or its beginning followed by *.
      claims ${text} not null,
      scopes ${text} not null,
      created_at ${integer} not null
    ) ${tableOptions}`);
    await q.raw('create index workload_identities_user on workload_identities(user_id)');
    await q.raw('create index workload_identities_issuer on workload_identities(issuer)');
  },
};
