/**
 * The triggers of SQLite run for each row. Those of the files run once for each statement here: a bundle of a thousand
 * files changes the row of its share once.
 */
export const triggers = [
  `create function count_files_version() returns trigger language plpgsql as $$ begin
    update shares set files_version = files_version + 1 where key in (select distinct share_key from changed);
    return null;
  end $$`,
  countOn('insert', 'new'),
  countOn('update', 'new'),
  countOn('delete', 'old'),

  `create function count_daily_share() returns trigger language plpgsql as $$ begin
    insert into daily_figures (day, name, value) values (${dayOf('new.completed_at')}, 'shares', 1)
      on conflict (day, name) do update set value = daily_figures.value + 1;
    return null;
  end $$`,
  `create trigger daily_shares after update of completed_at on shares
    for each row when (old.completed_at is null and new.completed_at is not null)
    execute function count_daily_share()`,

  // In the order of the key, so that two transactions do not wait for each other.
  `create function count_daily_uploads() returns trigger language plpgsql as $$ begin
    insert into daily_figures (day, name, value)
      select ${dayOf('created_at')} as day, figure.name, sum(figure.value) from changed
        cross join lateral (values ('uploads', 1), ('uploadedBytes', size)) as figure(name, value)
        group by 1, 2 order by 1, 2
      on conflict (day, name) do update set value = daily_figures.value + excluded.value;
    return null;
  end $$`,
  `create trigger daily_uploads after insert on files referencing new table as changed
    for each statement execute function count_daily_uploads()`,
];

function countOn(event: 'insert' | 'update' | 'delete', rows: 'new' | 'old'): string {
  return `create trigger files_version_${event} after ${event} on files referencing ${rows} table as changed
    for each statement execute function count_files_version()`;
}

function dayOf(column: string): string {
  return `to_char(to_timestamp(${column} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`;
}
