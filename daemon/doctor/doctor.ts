import type { CheckId, CheckReport, DoctorReport, Finding } from '#sdk/contract/host/doctor.js';
import { createRepos } from '../app/repos.ts';
import { type Database, openDatabase } from '../db/connection.ts';
import { createDatabaseDisk } from '../db/disk.ts';
import { createUnitOfWork } from '../db/unit-of-work.ts';
import type { Env } from '../env/env.ts';
import { readDoubt } from '../features/system/clock-watch.ts';
import { reasonOf } from '../reason-of.ts';
import { openStores, type Stores } from '../storage/stores.ts';
import { examineContent } from './all-content.ts';
import {
  checkAddress,
  checkDatabase,
  checkDatabaseSpace,
  checkFolders,
  checkInodes,
  checkIntegrity,
  checkKey,
  checkMemory,
  checkProxies,
  checkSchema,
  checkSpace,
  checkStorage,
} from './environment.ts';
import {
  type DoctorDeps,
  type DoctorOptions,
  type Examination,
  judge,
  type Result,
  readConfig,
} from './examination.ts';
import { examine, type Outcome } from './examine.ts';
import { examineUnknown } from './examine-unknown.ts';
import { readFacts } from './facts.ts';
import { knownBytes } from './invariants/known-bytes.ts';
import { invariants } from './invariants/table.ts';
import { checkBackup, checkMail, checkMalware, checkOutside, checkSignIn, checkVersion } from './services.ts';
import type { DoctorContext } from './types.ts';

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
    run: async ({ database, env }) => judge(await checkDatabase(database, env)),
  },
  { id: 'schema', isFoundation: true, run: async ({ database }) => judge(await checkSchema(database)) },
  {
    id: 'integrity',
    isFoundation: true,
    run: async ({ database, options }) => judge(await checkIntegrity(database, options.deep)),
  },
  { id: 'key', run: async ({ env, uow }) => judge(await checkKey(env, uow.read)) },
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
    async run(examination) {
      const config = await readConfig(examination);
      return judge(checkAddress(config.get('general.appUrl'), examination.env.trustedProxies), 'warning');
    },
  },
  { id: 'proxies', run: async ({ uow }) => judge(await checkProxies(uow.read), 'warning') },
  { id: 'outside', run: checkOutside },
  { id: 'inodes', run: async ({ env }) => judge(await checkInodes(env.dataDir), 'warning') },
  { id: 'memory', run: async () => judge(checkMemory(), 'warning') },
  { id: 'clock', run: checkClock },
  { id: 'backup', run: checkBackup },
  { id: 'mail', run: checkMail },
  { id: 'malware', run: checkMalware },
  { id: 'directory', run: checkSignIn },
  { id: 'release', run: checkVersion },
  ...invariants.map((invariant) => ({
    id: invariant.id,
    run: ofBytes(async (context, { options }) => {
      if (invariant === knownBytes) return checkUnknown(context, options);
      return toResult(await examine(invariant, context, { repairs: options.fix }));
    }),
  })),
  { id: 'content', run: ofBytes((context, { options }) => examineContent(context, options)) },
];

/**
 * Examines the instance of an environment, whether its server runs or not. Only reads, unless it is to fix something;
 * creates neither a database nor a data folder.
 */
export async function runDoctor(deps: DoctorDeps, options: DoctorOptions): Promise<DoctorReport> {
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
    return { instance: await readFacts(env, database), isHealthy, checks: reports };
  } finally {
    await stores?.close();
    await database.close();
  }
}

/** Otherwise one of the first checks reports why. */
async function canOpenStores(env: Env, database: Database): Promise<boolean> {
  const findings = [...(await checkFolders(env)), ...(await checkDatabase(database, env))];
  return findings.length === 0 && (await checkSchema(database)).length === 0;
}

/** Names first what has to be checked before anything is set aside. */
async function checkUnknown(
  context: DoctorContext,
  { fix, setAsideUnknown }: DoctorOptions,
): Promise<Result> {
  const outcome = await examineUnknown(context, { repairs: fix, evenIfMany: setAsideUnknown });
  const result = toResult(outcome);
  if (!outcome.areMany) return result;
  const { count, findings } = result;
  return {
    ...result,
    count: count + 1,
    findings: [{ code: 'bytes_many_unknown', params: { files: count } }, ...findings],
  };
}

function toResult({ count, repaired, findings }: Outcome): Result {
  return { status: statusOf(count, repaired), count, findings };
}

function statusOf(count: number, repaired: number): CheckReport['status'] {
  if (count === 0) return 'ok';
  return repaired === count ? 'repaired' : 'problem';
}

async function runCheck(check: Check, examination: Examination): Promise<Result> {
  try {
    return await check.run(examination);
  } catch (error) {
    return judge([{ code: 'check_failed', params: { reason: reasonOf(error) } }]);
  }
}

/**
 * Reports a jump of the clock that is not confirmed yet and delays deletions. Fixing it confirms that the clock is
 * right.
 */
async function checkClock({ database, options }: Examination): Promise<Result> {
  const doubt = await readDoubt(createRepos(database.reader).instance);
  const hours = Math.round((doubt?.ahead ?? 0) / 3_600_000);
  // A server that was off for some minutes delays deletions by as much, which is nothing to act on.
  if (hours === 0) return judge([]);
  const report = judge([{ code: 'clock_jumped', params: { hours } }], 'warning');
  if (!options.fix) return report;
  await createRepos(database.writer).instance.remove('clock_ahead');
  return { ...report, status: 'repaired' };
}
