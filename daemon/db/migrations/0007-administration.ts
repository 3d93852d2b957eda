import type { Migration } from '../migrate.ts';

const statements = [
  // Files of the instance itself, such as its logo. In the database, so that every process has them at once.
  `create table instance_files (
    name text primary key,
    version text not null,
    content blob not null,
    updated_at integer not null
  ) strict`,

  // Counters and measures of each day (UTC), for the plots of the administration.
  `create table daily_figures (
    day text not null,
    name text not null,
    value integer not null,
    primary key (day, name)
  ) strict, without rowid`,
];

export const administration: Migration = {
  name: '0007-administration',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
