import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { BackupHost, BackupOptions } from '#sdk/contract/host/backups.js';
import { HostError, type InstanceOptions } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { Env } from '../env/env.ts';
import { becomeOwner, requireInstance } from '../instance/data-folder.ts';
import { createLogger } from '../logger.ts';
import { reasonOf } from '../reason-of.ts';
import { openStores } from '../storage/stores.ts';
import { createBackup } from './create.ts';
import { damagedIds, examineSnapshots, wholeManifests } from './examine.ts';
import { summarize } from './manifest.ts';
import { openForCreate } from './open-for-create.ts';
import { planPrune, pruneBackups, rulesOf } from './prune.ts';
import { readKeyFile, restoreBackup } from './restore.ts';
import { identifyTarget, openTarget } from './target/open.ts';
import { isWithin, realPathOf } from './target/real-path.ts';
import type { BackupTarget } from './target/target.ts';
import { verifyBackup } from './verify.ts';

interface Deps {
  readEnv(options: InstanceOptions): Env;
  withCore<T>(options: InstanceOptions, work: (core: Core) => Promise<T>): Promise<T>;
}

/** The commands of `fileshare backup`. */
export function createBackupHost({ readEnv, withCore }: Deps): BackupHost {
  const logger = createLogger({ level: 'warn', format: 'text', destination: process.stderr });

  /** Opens the instance, and a target or that of its configuration. */
  async function withInstance<T>(
    { open = openExisting, ...options }: BackupOptions & { open?: Open },
    work: (core: Core, target: BackupTarget) => Promise<T>,
  ): Promise<T> {
    await requireInstance(readEnv(options));
    return withCore(options, async (core) => {
      const target = options.target ?? core.config.get('backup.target');
      if (target === '') throw new HostError('backup_target_missing');
      return withTarget(await open(target, core), (opened) => work(core, opened));
    });
  }

  /** What only reads a target needs no instance, unless the configuration says where the target is. */
  async function withReadTarget<T>(
    options: BackupOptions,
    work: (target: BackupTarget) => Promise<T>,
  ): Promise<T> {
    if (options.target === undefined) return withInstance(options, (_core, target) => work(target));
    return withTarget(await openExisting(options.target, { env: readEnv(options), logger }), work);
  }

  return {
    async create({ keyTo, startOver = false, ...options }) {
      // Here, root is still root: the user of the server may not be able to look there.
      const key = keyTo === undefined ? null : { file: keyTo, place: await realPathOf(keyTo) };
      const open: Open = async (target, core) => {
        if (key) await requireApart(key, target);
        return openForCreate(target, core, { isScheduled: false, startOver });
      };
      const { report, secret } = await withInstance({ ...options, open }, async (core, target) => {
        const stores = await openStores(core.env, core);
        try {
          const made = await createBackup({ ...core, stores }, { ...options, target, isScheduled: false });
          return { report: made, secret: core.keys.current };
        } finally {
          await stores.close();
        }
      });
      if (!key) return report;
      // Root is root again: the copy may be where the user of the server cannot write.
      await copyKey(secret, key.file);
      return { ...report, keyCopy: key.file };
    },

    list: (options) =>
      withReadTarget(options, async (target) => {
        const { snapshots } = await examineSnapshots(target);
        const whole = wholeManifests(snapshots).map(summarize);
        return { target: target.address, snapshots: whole, damagedSnapshots: damagedIds(snapshots) };
      }),

    verify: (options) => withReadTarget(options, (target) => verifyBackup(target, options)),

    planPrune: (options) =>
      withInstance(options, (core, target) => {
        const { keep = rulesOf(core.config), remove } = options;
        return planPrune(target, { keep, remove });
      }),

    prune: (options) =>
      withInstance(options, (core, target) => {
        const { keep = rulesOf(core.config), remove, confirmed, dryRun, signal } = options;
        const choice = { keep, remove, confirmed };
        return pruneBackups(core, { ...choice, target, dryRun, signal, isScheduled: false });
      }),

    async restore(options) {
      process.umask(0o077);
      const { target, dataDir, databaseUrl, keyFrom, ...rest } = options;
      const env = readEnv({ dataDir, databaseUrl });
      if (target === undefined) throw new HostError('backup_target_missing');
      const keyFile = keyFrom === undefined ? undefined : await readKeyFile(keyFrom);
      const leaveOwner = await becomeOwner(env.dataDir);
      try {
        return await withTarget(await openExisting(target, { env, logger }), (opened) =>
          restoreBackup({ env, logger, target: opened }, { ...rest, keyFile }),
        );
      } finally {
        leaveOwner();
      }
    },
  };
}

interface KeyCopy {
  /** The path that somebody named. */
  file: string;
  /** Its real path. */
  place: string;
}

/** One theft would take both. @throws HostError `backup_key_inside` */
async function requireApart({ file, place }: KeyCopy, target: string): Promise<void> {
  const { address, isFolder } = identifyTarget(target);
  if (isFolder && isWithin(await realPathOf(address), place)) {
    throw new HostError('backup_key_inside', { file, target: address });
  }
}

/** @throws HostError `backup_key_unwritable` */
async function copyKey(key: string, file: string): Promise<void> {
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    const isFolderMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const reason = isFolderMissing ? `there is no folder ${dirname(resolve(file))}` : reasonOf(cause);
    throw new HostError('backup_key_unwritable', { file, reason }, { cause });
  });
}

type Open = (target: string, core: Core) => Promise<BackupTarget>;

/** Only `create` makes a target that does not exist. */
const openExisting = (target: string, deps: Pick<Core, 'env' | 'logger'>) =>
  openTarget(target, deps, { mustExist: true });

async function withTarget<T>(target: BackupTarget, work: (target: BackupTarget) => Promise<T>): Promise<T> {
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}
