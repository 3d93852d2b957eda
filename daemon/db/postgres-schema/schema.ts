import type { Knex } from 'knex';
import { accountTables } from './accounts.ts';
import { instanceTables } from './instance.ts';
import { shareTables } from './shares.ts';
import { triggers } from './triggers.ts';

/** The last of the migrations that this schema contains. Later ones run on both engines. */
export const postgresSchemaVersion = '0013-mail-failures';

/** Creates the schema that the migrations have made on SQLite, where their comments say what the columns mean. */
export async function createPostgresSchema(q: Knex): Promise<void> {
  const statements = [...accountTables, ...shareTables, ...instanceTables, ...triggers];
  // Without values they can be sent together.
  await q.raw(statements.join(';\n'));
}
