import { dialectOf } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/**
 * Which server changes an upload or builds an archive, where several share a database. Moments are those of the clock of
 * the database.
 */
export const uploadLeases: Migration = {
  name: '0017-upload-leases',
  async up(q) {
    const { integer, text } = dialectOf(q).types;
    const columns = {
      uploads: [
        // The server that changes it, and until when others believe that it does.
        `owner ${text}`,
        `owner_until ${integer}`,
        // The number of its last owner. Those before it may change nothing.
        `fence ${integer} not null default 0`,
        // How often an owner was asked whether bytes arrive, and they did.
        `answers ${integer} not null default 0`,
      ],
      archives: [
        // The id of the running build, and until when others believe that it goes on.
        `build ${text}`,
        `build_until ${integer}`,
      ],
    };
    for (const [table, added] of Object.entries(columns)) {
      for (const column of added) await q.raw(`alter table ${table} add column ${column}`);
    }
  },
};
