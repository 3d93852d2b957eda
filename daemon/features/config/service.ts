import type { AdminConfigVariable, ConfigVariable } from '#sdk/contract/config/api.js';
import {
  type ConfigKey,
  type ConfigValue,
  configEnvName,
  configKeys,
  configKeysOf,
  configRegistry,
  publicConfigKeys,
  readConfigValue,
} from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import { type Clock, systemClock } from '../../crypto/clock.ts';
import type { Seal } from '../../crypto/seal.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import { type ConfigChange, type ConfigUpdate, forgetMoved, readChanges, refuse } from './changes.ts';
import { presentAdminVariable, presentVariable } from './present.ts';
import type { ConfigReader } from './reader.ts';
import { findRequirementIssues } from './requirements.ts';
import { createStoredTexts, type Texts } from './stored-texts.ts';
import { type ChangeRepos, writeChange } from './write-change.ts';

type ConfigRepos = ChangeRepos & { audit: AuditRepo };

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

export function createConfigService(deps: Deps): ConfigService {
  const { uow, audit, locked, locales, seal, logger, clock = systemClock } = deps;
  const defaults = new Map<ConfigKey, number | boolean | string>();
  const storedTexts = createStoredTexts({ locked, locales, seal, logger });
  const listeners = new Set<ConfigListener>();
  let texts: Texts = locked;
  let loading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  /** The texts that the server's environment locks: a command on its machine may have a different environment. */
  let lockedAtServer: ReadonlyMap<string, string> = new Map();

  const lockedBy = (key: ConfigKey) =>
    locked.has(key) || lockedAtServer.has(key) ? configEnvName(key) : null;

  function get<K extends ConfigKey>(key: K): ConfigValue<K> {
    const text = texts.get(key);
    const fallback = defaults.get(key);
    // `setDefault` accepted it with the type of the variable.
    return text === undefined && fallback !== undefined
      ? (fallback as ConfigValue<K>)
      : readConfigValue(key, text);
  }

  const fallbackOf = (key: ConfigKey) => String(defaults.get(key) ?? configRegistry[key].default);

  const stateOf = (key: ConfigKey) => ({
    text: texts.get(key) ?? null,
    fallback: fallbackOf(key),
    lockedBy: lockedBy(key),
  });

  async function readStored(): Promise<void> {
    const locks = await uow.read.config.listLocks();
    const next = storedTexts.read(new Map([...(await uow.read.config.list()), ...locks]));
    lockedAtServer = locks;
    const changed = configKeys.filter((key) => next.get(key) !== texts.get(key));
    texts = next;
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  }

  /** Decides on `asked` and its consequences, compared with what is stored now: other processes write too. */
  function decide(asked: readonly ConfigChange[], stored: ReadonlyMap<string, string>): ConfigChange[] {
    const before = storedTexts.read(stored);
    const textBefore = (key: ConfigKey) => before.get(key) ?? fallbackOf(key);
    const keys = asked.map(({ key }) => key);
    // Setting a missing value must not turn on the variables that were off because of it.
    const heldOff = storedTexts.findHeldOff(stored, keys).filter((key) => !keys.includes(key));
    const forgotten = forgetMoved(asked, { current: textBefore, fallback: fallbackOf, lockedBy });
    const changes = [...asked, ...forgotten, ...heldOff.map((key) => ({ key, text: null }))];
    const after = new Map(changes.map(({ key, text }) => [key, text ?? fallbackOf(key)]));
    refuse(
      findRequirementIssues((key) => after.get(key) ?? textBefore(key), {
        isChanged: (key) => after.has(key),
        isForgotten: (key) => forgotten.some((change) => change.key === key),
      }),
    );
    return changes;
  }

  async function write(
    repos: ConfigRepos,
    asked: readonly ConfigChange[],
    by: AuditCause,
  ): Promise<ConfigKey[]> {
    const { toStored } = storedTexts;
    const changes = decide(asked, new Map([...(await repos.config.list()), ...lockedAtServer]));
    for (const change of changes) await writeChange(repos, change, { toStored, now: clock.now() });
    // Names only: values can be secrets, or be long.
    const names = changes.map(({ key }) => key);
    await audit.note(repos.audit, by, { action: 'config.change', details: { keys: names.join(', ') } });
    return names;
  }

  async function apply(asked: readonly ConfigChange[], by: AuditCause): Promise<AdminConfigVariable[]> {
    const keys = await uow.transaction((repos) => write(repos, asked, by));
    await load();
    logger.info({ keys }, 'configuration changed');
    return keys.map((key) => presentAdminVariable(key, stateOf(key)));
  }

  /** One read after the other: a read that began before a change must not overwrite a later one. */
  function load(): Promise<void> {
    const result = loading.then(readStored);
    loading = result.catch(() => undefined);
    return result;
  }

  return {
    get,
    load,

    async start() {
      const texts = [...locked].map(([key, text]) => [key, storedTexts.toStored(key, text)] as const);
      await uow.transaction(({ config }) => config.replaceLocks(new Map(texts)));
      await load();
      timer = setInterval(() => {
        load().catch((error: unknown) => logger.error({ err: error }, 'configuration cannot be read'));
      }, reloadEvery);
      timer.unref();
    },

    async stop() {
      clearInterval(timer);
      await loading;
    },

    setDefault: (key, value) => void defaults.set(key, value),
    listPublic: () => publicConfigKeys.map((key) => presentVariable(key, stateOf(key))),

    listCategory(category) {
      const keys = configKeysOf(category);
      if (keys.length === 0) throw new AppError('config_unknown', { key: category });
      return keys.map((key) => presentAdminVariable(key, stateOf(key)));
    },

    async update(updates, by) {
      return apply(readChanges(updates, { lockedBy, locales }), by);
    },

    async updateWithin(repos, updates, by) {
      await write(repos, readChanges(updates, { lockedBy, locales }), by);
    },

    async setPicture(change, by) {
      await apply([change], by);
      return presentAdminVariable(change.key, stateOf(change.key));
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
