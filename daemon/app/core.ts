import { access, constants, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { HostError } from '#sdk/contract/host.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import type { Clock } from '../crypto/clock.ts';
import { createPasswords, type Passwords } from '../crypto/passwords.ts';
import { createSeal, type Seal } from '../crypto/seal.ts';
import { type Database, openDatabase } from '../db/connection.ts';
import { createDatabaseDisk, type DatabaseDisk, type DatabaseDiskOptions } from '../db/disk.ts';
import { migrate } from '../db/migrate.ts';
import { explainFailure } from '../db/move/failures.ts';
import { requireUnmarked } from '../db/move/marks.ts';
import { createSignals, type Signals } from '../db/signals.ts';
import { createUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts';
import { defaultDatabaseFile } from '../env/database.ts';
import type { Env } from '../env/env.ts';
import { type AuditLog, createAuditLog } from '../features/audit/log.ts';
import { type ConfigService, createConfigService } from '../features/config/service.ts';
import { type ClockWatch, createClockWatch } from '../features/system/clock-watch.ts';
import { createUserService, type UserService } from '../features/users/service.ts';
import { networkOf } from '../http/client-address.ts';
import { requireDatabase, requireOwnFolder } from '../instance/data-folder.ts';
import { findInstanceKeys, type InstanceKeys, requireSameKey } from '../instance/keys.ts';
import { isInUse } from '../instance/lock.ts';
import { findWithOtherFolder } from '../instance/servers.ts';
import type { Logger } from '../logger.ts';
import { createThrottle, type Throttle } from '../throttle/throttle.ts';
import { createRepos, type Repos } from './repos.ts';

/** The basis of both the server and the commands of the host: the data folder, opened and up to date. */
export interface Core {
  env: Env;
  clock: Clock;
  clockWatch: ClockWatch;
  logger: Logger;
  keys: InstanceKeys;
  /** The current secret key. */
  secretKey: string;
  database: Database;
  databaseDisk: DatabaseDisk;
  signals: Signals;
  uow: UnitOfWork<Repos>;
  config: ConfigService;
  seal: Seal;
  audit: AuditLog;
  throttle: Throttle;
  passwords: Passwords;
  users: UserService;
}

interface CoreOptions {
  env: Env;
  /** Tests pass another than that of the database. */
  clock?: Clock | undefined;
  logger: Logger;
  /** Another process may introduce another key: each change checks for it. A server holds the lock instead. */
  isCommand?: boolean;
  /** Accepts whatever key there is. */
  isKeyLost?: boolean | undefined;
  databaseDisk?: DatabaseDiskOptions | undefined;
  writers?: number | undefined;
}

export async function openCore(options: CoreOptions): Promise<Core> {
  const { database } = options.env;
  try {
    return await open(options);
  } catch (error) {
    throw database.engine === 'postgres' ? explainFailure(error, [database]) : error;
  }
}

async function open({ env, logger, ...options }: CoreOptions): Promise<Core> {
  // Other users of this machine must not read users' files.
  process.umask(0o077);
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  await requireAccess(env.dataDir);
  await requireDatabase(env);
  await requireOwnFolder(env);
  const address = env.database;
  if (address.engine === 'sqlite') await mkdir(dirname(address.file), { recursive: true, mode: 0o700 });
  const databaseDisk = createDatabaseDisk({ address, logger, ...options.databaseDisk });
  await databaseDisk.prepare();
  const database = openDatabase(address, {
    synchronous: env.fsync === 'off' ? 'NORMAL' : 'FULL',
    writers: options.writers,
  });
  try {
    const clock = options.clock ?? (await database.clock());
    await requireUnmarked(database.writer);
    await migrate(database, address, {
      async beforeChange(q) {
        const running = await createRepos(q).servers.listDuringChange();
        const other = await findWithOtherFolder(running, env.dataDir);
        if (other !== null || (await isInUse(env.dataDir))) throw new HostError('older_server');
      },
      copyBeside: defaultDatabaseFile(env.dataDir),
      onCopy: (copy) => logger.info({ copy }, 'copied the database before changing it for this version'),
    });
    const keys = await findInstanceKeys(env, createRepos(database.writer).sealed, options);
    const { current: secretKey, others } = keys;
    if (env.secretKey !== null && secretKey !== env.secretKey && !options.isCommand) {
      logger.warn('the previous secret key stays in use until `fileshare rotate-key` has run');
    }
    const uow = createUnitOfWork({
      database,
      createRepos,
      makeSpace: databaseDisk.giveUpBallast,
      ...(options.isCommand && { before: (repos: Repos) => requireSameKey(repos, keys) }),
      onEffectError: (error) => logger.error({ err: error }, 'work after a commit failed'),
    });
    const signals = createSignals({ database, address, logger });
    const seal = createSeal(secretKey, others);
    const audit = createAuditLog({ uow, clock });
    const clockWatch = createClockWatch({ uow, clock, audit, logger });
    const config = createConfigService({
      uow,
      audit,
      locked: env.locked,
      locales: localeCodes,
      seal,
      logger,
      // On SQLite nobody else is to be told.
      ...(address.engine === 'postgres' && { signals }),
    });
    await config.load();
    const passwords = createPasswords(env.passwordCost);
    const throttle = createThrottle({
      uow,
      clock,
      networkOf,
      addressFactor: env.addressLimitFactor,
      secretKey,
      onRefusal: (action, { ip }) =>
        audit.record(
          { user: null, apiKey: null, ip, requestId: null },
          { action: 'throttle.hit', result: 'refused', details: { throttle: action } },
        ),
    });
    const users = createUserService({ uow, clock, passwords, audit });
    return {
      env,
      clock,
      clockWatch,
      logger,
      keys,
      secretKey,
      database,
      databaseDisk,
      signals,
      uow,
      config,
      seal,
      audit,
      throttle,
      passwords,
      users,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Otherwise SQLite says that it cannot open a file, and nothing else. */
async function requireAccess(folder: string): Promise<void> {
  const { R_OK, W_OK, X_OK } = constants;
  await access(folder, R_OK | W_OK | X_OK).catch((cause: unknown) => {
    const isForbidden = cause instanceof Error && 'code' in cause && cause.code === 'EACCES';
    if (!isForbidden) throw cause;
    throw new HostError(
      'data_folder_forbidden',
      { folder, user: String(process.getuid?.() ?? '') },
      { cause },
    );
  });
}
