import { type Dialect, dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/**
 * What several servers of a PostgreSQL database know of each other. On SQLite there is one server, and both tables stay
 * empty.
 */
const statementsIn = ({ integer, text, tableOptions }: Dialect['types']) => [
  `create table servers (
    id ${text} primary key,
    -- The host name of its machine.
    name ${text} not null,
    version ${text} not null,
    -- all, web or worker
    role ${text} not null,
    -- The id of its data folder.
    folder ${text} not null,
    -- local or s3
    storage ${text} not null,
    -- The same for the same configuration in the environment.
    settings ${text} not null,
    started_at ${integer} not null,
    seen_at ${integer} not null
  ) ${tableOptions}`,

  `create table jobs (
    name ${text} primary key,
    -- null while a run is active that nobody wants to be followed by another one.
    due_at ${integer},
    -- The active run, and until when it has the job unless it asks for more time.
    owner ${text},
    owner_until ${integer},
    -- The last run.
    started_at ${integer},
    finished_at ${integer},
    has_failed ${integer} not null default 0,
    notice ${text},
    -- Failed runs in total.
    failures ${integer} not null default 0
  ) ${tableOptions}`,
];

export const servers: Migration = {
  name: '0015-servers',
  async up(q) {
    for (const statement of statementsIn(dialectOf(q).types)) await q.raw(statement);
  },
};
