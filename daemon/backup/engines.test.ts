import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../crypto/clock.ts';
import { runDoctor } from '../doctor/doctor.ts';
import { readEnv } from '../env/env.ts';
import { createLogger } from '../logger.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { hasS3Server } from '../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server, variablesOf } from '../testing/engines/s3-server.ts';
import { startApp } from '../testing/start-app.ts';
import { createDatabaseIn, databaseIn, dropDatabaseIn, useServer } from '../testing/test-database.ts';
import { createBackup } from './create.ts';
import { readKeyFile, restoreBackup } from './restore.ts';
import { openTarget } from './target/open.ts';

const logger = createLogger({ level: 'silent', format: 'json' });
const { signal } = new AbortController();

describe.skipIf(findPostgres() === null || !hasS3Server)('a backup of PostgreSQL and a bucket', () => {
  let stopServer: () => Promise<void>;
  let s3: S3Server;
  let folder: string;

  beforeAll(async () => {
    [stopServer, s3] = await Promise.all([useServer(), useS3Server()]);
    folder = await mkdtemp(join(tmpdir(), 'fileshare-test-engines-'));
  }, s3StartTimeout);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await stopServer();
  });

  it('is restored to SQLite and a folder, and to where it was', { timeout: 120_000 }, async () => {
    const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
    const app = await startApp({ env: { ...env, ...variablesOf(await s3.createBucket()) } });
    const texts = ['a', 'b'.repeat(100), randomBytes(1_200_000).toString('hex')];
    const draft = await createDraft(app);
    for (const [index, text] of texts.entries()) await upload(app, draft, { path: `${index}.txt`, text });
    expect(await publish(app, draft)).toBe(200);
    const unfinished = await createDraft(app);
    await upload(app, unfinished, { path: 'half.txt', text: 'half of it', sent: 4 });
    const keyFile = await readKeyFile(join(app.dataDir, 'secret.key'));
    const target = await openTarget(join(folder, 'target'), { env: app.app.core.env, logger });
    const report = await createBackup(
      { ...app.app.core, stores: app.app.stores },
      { target, isScheduled: false, signal },
    );
    expect(report).toMatchObject({ engine: 'postgres', damaged: 0 });

    const [light, heavy] = [join(folder, 'light'), await mkdtemp(join(tmpdir(), 'fileshare-test-heavy-'))];
    await createDatabaseIn(heavy);
    const database = databaseIn(heavy);
    const environments = [
      { FILESHARE_DATA_DIR: light },
      {
        FILESHARE_DATA_DIR: heavy,
        ...(database.engine === 'postgres' && { FILESHARE_DATABASE_URL: database.url }),
        ...variablesOf(await s3.createBucket()),
      },
    ];
    for (const variables of environments) {
      const { FILESHARE_DATABASE_URL: url } = { FILESHARE_DATABASE_URL: '', ...variables };
      const place = readEnv({ ...env, ...variables, FILESHARE_MIN_FREE_BYTES: '0' });
      const restored = await restoreBackup(
        { env: place, logger, target },
        { signal, keyFile, dryRun: false },
      );
      expect(restored).toMatchObject({ blobs: report.blobs, damageCount: 0 });
      const deps = { env: place, clock: systemClock, logger, locales: ['en'] };
      const { checks } = await runDoctor(deps, { fix: false, deep: true });
      const wrong = checks.filter(({ id, status }) => status === 'problem' && id !== 'space');
      expect(wrong).toEqual([]);
      const server = await startApp({
        dataDir: variables.FILESHARE_DATA_DIR,
        env: { ...env, FILESHARE_STORAGE: 'local', ...variables, FILESHARE_DATABASE_URL: url },
      });
      for (const [index, text] of texts.entries()) {
        const answer = await fetch(`${server.url}/d/${draft.id}/${index}.txt`);
        expect(await answer.text()).toBe(text);
      }
      await server.stop();
    }
    await dropDatabaseIn(heavy);
    await target.close();
    await app.stop();
  });
});
