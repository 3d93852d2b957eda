import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, type AppOptions, createApp } from '../app/app.ts';
import { lowestCost } from '../crypto/passwords.ts';
import { readEnv } from '../env/env.ts';
import {
  createDatabaseIn,
  createMigratedDatabaseIn,
  databaseIn,
  dropDatabaseIn,
  testWriters,
} from './test-database.ts';
import { storageIn } from './test-storage.ts';

export interface TestApp {
  url: string;
  app: App;
  dataDir: string;
  /** The administrator of every test instance, unless `isFresh`. */
  admin: { email: string; username: string; password: string };
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
  /** Stops the server and starts another one on the same data. */
  restart(): Promise<TestApp>;
}

export interface StartOptions
  extends Pick<
    AppOptions,
    'clock' | 'logDestination' | 'limits' | 'databaseDisk' | 'outbound' | 'providers'
  > {
  /** Environment variables, with the prefix. */
  env?: Record<string, string>;
  /** Without an administrator. */
  isFresh?: boolean;
  dataDir?: string;
  /** One more server of this instance, with a data folder of its own; both need the same secret key and bucket. */
  beside?: TestApp;
}

const admin = { email: 'admin@example.org', username: 'admin', password: 'correct horse battery' };

/** Starts the real server on a free port of this machine, with its own database and storage. */
export async function startApp({ dataDir: given, ...options }: StartOptions = {}): Promise<TestApp> {
  if (given !== undefined) return startAppIn(given, options);
  const dataDir = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  try {
    return await startAppIn(dataDir, options);
  } catch (error) {
    // A test of a start that fails does not know the folder.
    await removeInstance(dataDir, options);
    throw error;
  }
}

async function removeInstance(dataDir: string, { beside }: Pick<StartOptions, 'beside'>): Promise<void> {
  if (!beside) await dropDatabaseIn(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

async function startAppIn(dataDir: string, options: Omit<StartOptions, 'dataDir'>): Promise<TestApp> {
  const { env, isFresh, beside, ...rest } = options;
  const databaseDir = beside?.dataDir ?? dataDir;
  const database = databaseIn(databaseDir);
  // A test that names its database may need an empty one beside it.
  const createDatabase = env?.['FILESHARE_DATABASE_URL'] ? createDatabaseIn : createMigratedDatabaseIn;
  await createDatabase(databaseDir);
  const variables = {
    FILESHARE_HOST: '127.0.0.1',
    FILESHARE_PORT: '0',
    FILESHARE_DATA_DIR: dataDir,
    ...(database.engine === 'postgres' && { FILESHARE_DATABASE_URL: database.url }),
    ...(!env?.['FILESHARE_STORAGE'] && storageIn(databaseDir)),
    FILESHARE_LOG_LEVEL: 'silent',
    FILESHARE_FSYNC: 'off',
    FILESHARE_MIN_FREE_BYTES: '0',
    // The lowest cost allowed.
    FILESHARE_PASSWORD_MEMORY_KIB: String(lowestCost.memoryKiB),
    FILESHARE_PASSWORD_PASSES: String(lowestCost.passes),
    ...(!isFresh && {
      FILESHARE_ADMIN_EMAIL: admin.email,
      FILESHARE_ADMIN_USERNAME: admin.username,
      FILESHARE_ADMIN_PASSWORD: admin.password,
    }),
    ...env,
  };
  const app = await createApp(readEnv(variables), {
    // Many instances share the disk of a test run.
    databaseDisk: { ballast: 0, floor: 0 },
    writers: testWriters(),
    ...rest,
    // The connections of tests seem to come from the proxy that the instance trusts.
    limits: { proxyGrace: 0, handOverTime: 0, ...rest.limits },
    webDirectory: await findWebDirectory(dataDir),
    checkResponses: true,
  });
  await app.start();
  return {
    url: app.url,
    app,
    dataDir,
    admin,
    async stop() {
      await app.stop();
      await removeInstance(dataDir, options);
    },
    async restart() {
      await app.stop();
      return startAppIn(dataDir, options);
    },
  };
}

/** Finds the built page, or a placeholder when tests run before the build. */
async function findWebDirectory(dataDir: string): Promise<string> {
  // As seen from the sources, and from the compiled files.
  for (const path of ['../../dist/web', '../../web']) {
    const built = fileURLToPath(new URL(path, import.meta.url));
    if (existsSync(join(built, '.vite/manifest.json'))) return built;
  }
  const placeholder = join(dataDir, '.web');
  await mkdir(placeholder, { recursive: true });
  await writeFile(
    join(placeholder, 'index.html'),
    '<!doctype html><html lang="en" data-color-scheme="system"><title>Fileshare</title></html>',
  );
  return placeholder;
}
