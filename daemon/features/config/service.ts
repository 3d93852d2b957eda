import type { AdminConfigVariable, ConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, type ConfigValue, configKeysOf, publicConfigKeys } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { type Clock, systemClock } from '../../crypto/clock.ts';
import type { Seal } from '../../crypto/seal.ts';
import type { Lock } from '../../db/locks.ts';
import type { Signals } from '../../db/signals.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import { type ConfigChange, type ConfigUpdate, decideChanges, readChanges } from './changes.ts';
import { presentAdminVariable, presentVariable } from './present.ts';
import type { ConfigReader } from './reader.ts';
import { createStoredTexts, type StoredTexts } from './stored-texts.ts';
import { type ConfigValues, createConfigValues } from './values.ts';
import { type ChangeRepos, writeChange } from './write-change.ts';

type ConfigRepos = ChangeRepos & { lock: Lock; audit: AuditRepo };

interface Deps {
  uow: UnitOfWork<ConfigRepos>;
  audit: Pick<AuditLog, 'note'>;
  /** The texts that the environment sets and locks. */
  locked: ReadonlyMap<ConfigKey, string>;
  /** The known languages. */
  locales: readonly string[];
  /** Without it secrets cannot be opened and have their default values. */
  seal: Seal | null;
  logger: Logger;
  /** Tell other servers of changes; without them, these notice a little later. */
  signals?: Pick<Signals, 'send' | 'on'>;
  /** Default: the wall clock. */
  clock?: Clock;
}

/** Milliseconds; together with the time of reading, a value is never five seconds old. */
const reloadEvery = 4000;

/** Called with the variables whose effective value has changed. */
export type ConfigListener = (changed: readonly ConfigKey[]) => void;

export interface ConfigService extends ConfigReader {
  /** Reads the stored values. */
  load(): Promise<void>;
  /** Starts to read regularly, because other processes on the same database write too. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sets a default that is known only at run time. */
  setDefault<K extends ConfigKey>(key: K, value: ConfigValue<K>): void;
  listPublic(): ConfigVariable[];
  /** @throws AppError `config_unknown` */
  listCategory(category: string): AdminConfigVariable[];
  /**
   * Changes all of the variables or none, and returns them.
   *
   * @throws AppError `config_unknown`, `config_invalid`, `config_locked`
   */
  update(updates: readonly ConfigUpdate[], by: AuditCause): Promise<AdminConfigVariable[]>;
  /**
   * Changes variables within a transaction; the new values apply here after the next `load`.
   *
   * @throws AppError `config_unknown`, `config_invalid`, `config_locked`
   */
  updateWithin(repos: ConfigRepos, updates: readonly ConfigUpdate[], by: AuditCause): Promise<void>;
  /** Stores a picture that was checked, and returns its variable. */
  setPicture(change: ConfigChange, by: AuditCause): Promise<AdminConfigVariable>;
  /** Returns a function that stops listening. */
  subscribe(listener: ConfigListener): () => void;
  isSetupFinished(): Promise<boolean>;
  /**
   * Ends the first-run setup.
   *
   * @throws AppError `setup_already_done` at every call but the first
   */
  finishSetup(by: AuditCause): Promise<void>;
}

export function createConfigService({ clock = systemClock, ...given }: Deps): ConfigService {
  const { uow, audit, locked, locales, logger, signals } = given;
  const values = createConfigValues(locked);
  const storedTexts = createStoredTexts(given);
  const writer: Writer = { audit, clock, values, storedTexts };
  const listeners = new Set<ConfigListener>();
  let loading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let endListening: (() => void) | undefined;

  /** One read after the other: a read that began before a change must not overwrite a later one. */
  function load(): Promise<void> {
    const result = loading.then(async () => {
      const changed = await readStored({ uow, values, storedTexts });
      if (changed.length > 0) for (const listener of listeners) listener(changed);
    });
    loading = result.catch(() => undefined);
    return result;
  }

  async function apply(asked: readonly ConfigChange[], by: AuditCause): Promise<AdminConfigVariable[]> {
    const keys = await uow.transaction((repos) => writeChanges(writer, repos, { asked, by }));
    await load();
    signals?.send('config');
    logger.info({ keys }, 'configuration changed');
    return keys.map((key) => presentAdminVariable(key, values.stateOf(key)));
  }

  function reload(): void {
    load().catch((error: unknown) => logger.error({ err: error }, 'configuration cannot be read'));
  }

  const read = (updates: readonly ConfigUpdate[]) =>
    readChanges(updates, { lockedBy: values.lockedBy, locales });

  return {
    get: values.get,
    setDefault: values.setDefault,
    load,

    async start() {
      await publishLocks({ uow, locked, storedTexts });
      await load();
      endListening = signals?.on('config', reload);
      timer = setInterval(reload, reloadEvery).unref();
    },

    async stop() {
      endListening?.();
      clearInterval(timer);
      await loading;
    },

    listPublic: () => publicConfigKeys.map((key) => presentVariable(key, values.stateOf(key))),

    listCategory(category) {
      const keys = configKeysOf(category);
      if (keys.length === 0) throw new AppError('config_unknown', { key: category });
      return keys.map((key) => presentAdminVariable(key, values.stateOf(key)));
    },

    async update(updates, by) {
      return apply(read(updates), by);
    },

    async updateWithin(repos, updates, by) {
      await writeChanges(writer, repos, { asked: read(updates), by });
    },

    async setPicture(change, by) {
      await apply([change], by);
      return presentAdminVariable(change.key, values.stateOf(change.key));
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    isSetupFinished: () => uow.read.config.isSetupFinished(),

    async finishSetup(by) {
      await uow.transaction(async (repos) => {
        const isFirst = await repos.config.markSetupFinished(clock.now());
        if (!isFirst) throw new AppError('setup_already_done');
        await audit.note(repos.audit, by, { action: 'config.setup_finish' });
      });
      logger.info('set-up finished');
    },
  };
}

interface Stored {
  uow: UnitOfWork<ConfigRepos>;
  values: ConfigValues;
  storedTexts: StoredTexts;
}

/** Reads what is stored now, and returns the variables whose text has changed. */
async function readStored({ uow, values, storedTexts }: Stored): Promise<ConfigKey[]> {
  const locks = await uow.read.config.listLocks();
  const texts = storedTexts.read(new Map([...(await uow.read.config.list()), ...locks]));
  return values.replace(texts, locks);
}

interface Writer {
  audit: Deps['audit'];
  clock: Clock;
  values: ConfigValues;
  storedTexts: StoredTexts;
}

/** Stores changes and their consequences, and returns the variables that changed. */
async function writeChanges(
  { audit, clock, values, storedTexts }: Writer,
  repos: ConfigRepos,
  { asked, by }: { asked: readonly ConfigChange[]; by: AuditCause },
): Promise<ConfigKey[]> {
  const { toStored } = storedTexts;
  await repos.lock('config');
  const stored = values.withLocks(await repos.config.list());
  const changes = decideChanges(asked, { stored, storedTexts, values });
  for (const change of changes) await writeChange(repos, change, { toStored, now: clock.now() });
  // Names only: values can be secrets, or be long.
  const names = changes.map(({ key }) => key);
  await audit.note(repos.audit, by, { action: 'config.change', details: { keys: names.join(', ') } });
  return names;
}

/** Tells commands on the same database which texts this server's environment locks. */
async function publishLocks({
  uow,
  locked,
  storedTexts,
}: Pick<Deps, 'uow' | 'locked'> & Pick<Stored, 'storedTexts'>): Promise<void> {
  const texts = [...locked].map(([key, text]) => [key, storedTexts.toStored(key, text)] as const);
  await uow.transaction(async ({ lock, config }) => {
    await lock('config');
    await config.replaceLocks(new Map(texts));
  });
}
