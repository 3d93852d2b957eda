import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { SessionStore, ShareTokenStore, UploadJournal } from '#sdk/index.js';
import {
  findPostgres,
  type PostgresServer,
  startPostgres,
} from '../../../daemon/testing/engines/postgres-server.ts';
import { describeSessionStore } from '../../client/session/store.suite.ts';
import { describeShareTokenStore } from '../../client/shares/token-store.suite.ts';
import { describeUploadJournal } from '../../client/upload/journal.suite.ts';
import { createProject, type Project } from './project.ts';

/** What the guide shows. */
interface Stores {
  databaseUploadJournal(db: pg.Pool, key: string): UploadJournal;
  databaseSessionStore(db: pg.Pool, name: string): SessionStore;
  databaseShareTokenStore(db: pg.Pool): ShareTokenStore;
}

describe.skipIf(findPostgres() === null)('the stores of the guide', () => {
  let server: PostgresServer;
  let db: pg.Pool;
  let project: Project;
  let stores: Stores;

  beforeAll(async () => {
    const [, section = ''] = (await readFile('docs/guide/sdk.md', 'utf8')).split(
      '## Keep state in a database',
    );
    const blockOf = (language: string) => section.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
    [server, project] = await Promise.all([startPostgres(), createProject()]);
    db = new pg.Pool({ connectionString: server.url });
    // `end` does not wait until the connections are closed: the server may end them first, and the pool
    // throws an error that nobody listens for.
    db.on('error', () => undefined);
    await db.query(blockOf('sql'));
    const file = join(project.folder, 'stores.js');
    await writeFile(file, blockOf('js'));
    stores = (await import(pathToFileURL(file).href)) as Stores;
  });
  afterAll(async () => {
    await db?.end();
    await Promise.all([server?.stop(), project?.remove()]);
  });
  beforeEach(() => db.query('TRUNCATE journals, secrets'));

  describeUploadJournal('databaseUploadJournal', (key) => stores.databaseUploadJournal(db, key));
  describeSessionStore('databaseSessionStore', () => stores.databaseSessionStore(db, 'ann'));
  describeShareTokenStore('databaseShareTokenStore', () => stores.databaseShareTokenStore(db));
});
