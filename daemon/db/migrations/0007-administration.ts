import type { Migration } from '../migrate.ts';

const statements = [
  // Files of the instance itself, such as its logo. They are in the database, so that every process has them at once.
  `create table instance_files (
    name text primary key,
    version text not null,
    content blob not null,
    updated_at integer not null
  ) strict`,

  // Settings that the environment of the server fixes, in the form of `config`: commands on its machine have an
  // environment of their own.
  `create table config_locks (
    key text primary key,
    value text not null
  ) strict, without rowid`,

  // Counters and measurements of each day (UTC), for the charts of the administration. Counters that change together
  // with their rows stay right after a kill, and whichever process makes the change.
  `create table daily_figures (
    day text not null,
    name text not null,
    value integer not null,
    primary key (day, name)
  ) strict, without rowid`,
  `create trigger daily_shares after update of completed_at on shares
    when old.completed_at is null and new.completed_at is not null begin
    insert into daily_figures (day, name, value) values (${dayOf('new.completed_at')}, 'shares', 1)
      on conflict (day, name) do update set value = value + 1;
  end`,
  `create trigger daily_uploads after insert on files begin
    insert into daily_figures (day, name, value)
      values (${dayOf('new.created_at')}, 'uploads', 1), (${dayOf('new.created_at')}, 'uploadedBytes', new.size)
      on conflict (day, name) do update set value = value + excluded.value;
  end`,
  // Figures of the past, as far as the rows still exist. How much was stored on a past day is unknown.
  `insert into daily_figures (day, name, value)
    select ${dayOf('completed_at')} as day, 'shares', count(*) from shares where completed_at is not null group by day`,
  `insert into daily_figures (day, name, value)
    select ${dayOf('created_at')} as day, 'uploads', count(*) from files group by day`,
  `insert into daily_figures (day, name, value)
    select ${dayOf('created_at')} as day, 'uploadedBytes', sum(size) from files group by day`,

  // The totals of an account and of all, and the largest shares, from the index alone, which therefore has the same
  // condition.
  'drop index shares_held',
  `create index shares_held
    on shares(owner_id, size, reserved_size, declared_size, dead_size, state, expires_at, file_count, purged_at)
      where purged_at is null`,
  'create index reverse_shares_open on reverse_shares(closed_at) where closed_at is null',
  'create index files_damaged on files(id) where damaged_at is not null',
];

function dayOf(column: string): string {
  return `date(${column} / 1000, 'unixepoch')`;
}

export const administration: Migration = {
  name: '0007-administration',
  async up(q) {
    for (const statement of statements) await q.raw(statement);
  },
};
