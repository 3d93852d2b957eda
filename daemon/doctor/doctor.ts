import { readClamdAddress } from '#sdk/contract/formats/addresses.js';
import type { CheckId, CheckReport, DoctorReport, Finding } from '#sdk/contract/host.js';
import { createRepos, type Repos } from '../app/repos.ts';
import type { Clock } from '../crypto/clock.ts';
import { createSeal, type Seal } from '../crypto/seal.ts';
import { readSecretKeys } from '../crypto/secret-key.ts';
import { type Database, openDatabase } from '../db/connection.ts';
import { createDatabaseDisk } from '../db/disk.ts';
import { createUnitOfWork, type UnitOfWork } from '../db/unit-of-work.ts';
import type { Env } from '../env/env.ts';
import { createAuditLog } from '../features/audit/log.ts';
import type { ConfigReader } from '../features/config/reader.ts';
import { createConfigService } from '../features/config/service.ts';
import { readDoubt } from '../features/system/clock-watch.ts';
import { checkDirectory } from '../ldap/directory.ts';
import { readLdapSettings } from '../ldap/settings.ts';
import { DirectoryError } from '../ldap/types.ts';
import type { Logger } from '../logger.ts';
import { clamd } from '../outbound/clamd.ts';
import { openStores, type Stores } from '../storage/stores.ts';
import { examineContent } from './all-content.ts';
import {
  checkAddress,
  checkDatabase,
  checkDatabaseSpace,
  checkFolders,
  checkIntegrity,
  checkSchema,
  checkSpace,
  checkStorage,
} from './environment.ts';
import { examine } from './examine.ts';
import { invariants } from './invariants/table.ts';
import type { DoctorContext } from './types.ts';

export interface DoctorOptions {
  /** Repairs what can be repaired. */
  fix: boolean;
  /** Reads every file, and every index of the database. */
  deep: boolean;
}

interface Deps {
  env: Env;
  clock: Clock;
  logger: Logger;
  /** Languages that a configuration variable can name. */
  locales: readonly string[];
}

interface Examination extends Deps {
  options: DoctorOptions;
  database: Database;
  uow: UnitOfWork<Repos>;
  /** Null when the folders do not exist. */
  stores: Stores | null;
}

type Result = Omit<CheckReport, 'id'>;

interface Check {
  id: CheckId;
  /** If this check fails, none of the following can run. */
  isFoundation?: boolean;
  run(examination: Examination): Promise<Result>;
}

const skipped: Result = { status: 'skipped', count: 0, findings: [] };

/** Wraps a check of stored bytes. */
const ofBytes =
  (run: (context: DoctorContext, examination: Examination) => Promise<Result>): Check['run'] =>
  async (examination) => {
    const { database, stores, clock } = examination;
    if (!stores) return skipped;
    const { blobs, staging, thumbnails } = stores;
    return run({ database, blobs, staging, thumbnails, clock }, examination);
  };

const checks: readonly Check[] = [
  {
    id: 'database',
    isFoundation: true,
    run: async ({ database, env }) => judge(await checkDatabase(database, env.database)),
  },
  { id: 'schema', isFoundation: true, run: async ({ database }) => judge(await checkSchema(database)) },
  {
    id: 'integrity',
    isFoundation: true,
    run: async ({ database, options }) => judge(await checkIntegrity(database, options.deep)),
  },
  {
    id: 'storage',
    isFoundation: true,
    run: async ({ env, stores }) => judge(stores ? await checkStorage(stores) : await checkFolders(env)),
  },
  {
    id: 'space',
    async run({ stores, env, logger }) {
      if (!stores) return skipped;
      const disk = createDatabaseDisk({ address: env.database, logger });
      const [files, database] = await Promise.all([
        checkSpace(stores.capacity, env.minFreeBytes),
        checkDatabaseSpace(disk),
      ]);
      const isUnlimited = (await stores.capacity.freeBytes()) === Number.POSITIVE_INFINITY;
      const notes: Finding[] = isUnlimited ? [{ code: 'space_unlimited', params: {} }] : [];
      const problems = [...files, ...database];
      return problems.length > 0 ? judge(problems) : { ...judge(notes), status: 'ok' };
    },
  },
  {
    id: 'address',
    run: async (examination) =>
      judge(checkAddress((await readConfig(examination)).get('general.appUrl')), 'warning'),
  },
  { id: 'clock', run: checkClock },
  { id: 'backup', run: checkBackup },
  { id: 'malware', run: checkMalware },
  { id: 'directory', run: checkSignIn },
  ...invariants.map((invariant) => ({
    id: invariant.id,
    run: ofBytes(async (context, { options }) => {
      const { count, repaired, findings } = await examine(invariant, context, { repairs: options.fix });
      return { status: statusOf(count, repaired), count, findings };
    }),
  })),
  { id: 'content', run: ofBytes((context, { options }) => examineContent(context, options)) },
];

/**
 * Examines the instance of an environment, whether its server runs or not. Only reads, unless it is to fix something;
 * creates neither a database nor a data folder.
 */
export async function runDoctor(deps: Deps, options: DoctorOptions): Promise<DoctorReport> {
  const { env } = deps;
  const database = openDatabase(env.database, { synchronous: 'FULL' });
  const onEffectError = (error: unknown) => deps.logger.error({ err: error }, 'work after a commit failed');
  const uow = createUnitOfWork({ database, createRepos, onEffectError });
  let stores: Stores | null = null;
  try {
    stores = (await canOpenStores(env, database)) ? await openStores(env, { ...deps, uow }) : null;
    const reports: CheckReport[] = [];
    let hasFoundation = true;
    for (const check of checks) {
      const result = hasFoundation
        ? await runCheck(check, { ...deps, options, database, uow, stores })
        : skipped;
      if (check.isFoundation && result.status === 'problem') hasFoundation = false;
      reports.push({ id: check.id, ...result });
    }
    const isHealthy = reports.every(({ status }) => status !== 'problem' && status !== 'skipped');
    return { isHealthy, checks: reports };
  } finally {
    await stores?.close();
    await database.close();
  }
}

/** Otherwise one of the first checks reports why. */
async function canOpenStores(env: Env, database: Database): Promise<boolean> {
  const findings = [...(await checkFolders(env)), ...(await checkDatabase(database, env.database))];
  return findings.length === 0 && (await checkSchema(database)).length === 0;
}

function statusOf(count: number, repaired: number): CheckReport['status'] {
  if (count === 0) return 'ok';
  return repaired === count ? 'repaired' : 'problem';
}

async function runCheck(check: Check, examination: Examination): Promise<Result> {
  try {
    return await check.run(examination);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return judge([{ code: 'check_failed', params: { reason } }]);
  }
}

function judge(findings: Finding[], status: 'problem' | 'warning' = 'problem'): Result {
  return { status: findings.length === 0 ? 'ok' : status, count: findings.length, findings };
}

async function readConfig(
  { uow, clock, env, logger, locales }: Examination,
  seal: Seal | null = null,
): Promise<ConfigReader> {
  const audit = createAuditLog({ uow, clock });
  const { locked } = env;
  const config = createConfigService({ uow, audit, locked, locales, seal, logger });
  await config.load();
  return config;
}

/** Milliseconds after which a daily backup is late. */
const backupIsLateAfter = 2 * 86_400_000;

/** A backup that nobody knows to fail is as good as none. */
async function checkBackup(examination: Examination): Promise<Result> {
  const config = await readConfig(examination);
  if (!config.get('backup.enabled')) return judge([]);
  const { backups } = examination.uow.read;
  const failed = await backups.currentFailure();
  const success = await backups.lastSuccess();
  const age = success && examination.clock.now() - success.startedAt;
  const findings: Finding[] = [];
  if (failed) findings.push({ code: 'backup_failed', params: { reason: failed.reason ?? '' } });
  if (age !== null && age > backupIsLateAfter) {
    findings.push({ code: 'backup_old', params: { count: Math.floor(age / 86_400_000) } });
  }
  return judge(findings, 'warning');
}

/** Without an answer of `clamd`, new files stay locked or are not scanned. */
async function checkMalware(examination: Examination): Promise<Result> {
  const config = await readConfig(examination);
  if (!config.get('malware.enabled')) return judge([]);
  try {
    const address = readClamdAddress(config.get('malware.address'));
    if (!address) throw new Error('malware.address');
    await clamd.ping(address);
    return judge([]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return judge([{ code: 'scanner_failed', params: { reason } }], 'warning');
  }
}

/** Whether people can sign in with the directory and the proxy, where that is turned on. Signs in nobody. */
async function checkSignIn(examination: Examination): Promise<Result> {
  const { env } = examination;
  const [secretKey, ...others] = await readSecretKeys(env.dataDir, env);
  const config = await readConfig(
    examination,
    secretKey === undefined ? null : createSeal(secretKey, others),
  );
  const findings: Finding[] = [];
  if (config.get('proxy.enabled') && env.trustedProxies === '')
    findings.push({ code: 'proxy_untrusted', params: {} });
  if (config.get('ldap.enabled')) {
    const settings = readLdapSettings(config);
    try {
      await checkDirectory(settings);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      findings.push({ code: 'directory_unusable', params: { url: settings.url, reason: error.message } });
    }
  }
  return judge(findings, 'warning');
}

/**
 * Reports a jump of the clock that is not confirmed yet and delays deletions. Fixing it confirms that the clock is
 * right.
 */
async function checkClock({ database, options }: Examination): Promise<Result> {
  const doubt = await readDoubt(createRepos(database.reader).instance);
  if (!doubt) return judge([]);
  const hours = Math.round(doubt.ahead / 3_600_000);
  const report = judge([{ code: 'clock_jumped', params: { hours } }], 'warning');
  if (!options.fix) return report;
  await createRepos(database.writer).instance.remove('clock_ahead');
  return { ...report, status: 'repaired' };
}
