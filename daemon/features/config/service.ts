import { findConfigProblem } from '#sdk/contract/config/problems.js';
import {
  type ConfigKey,
  type ConfigValue,
  configEnvName,
  configKeys,
  configRegistry,
  publicConfigKeys,
  readConfigValue,
} from '#sdk/contract/config.js';
import type { AdminConfigVariable, ConfigVariable } from '#sdk/contract/config-api.js';
import { AppError } from '#sdk/contract/errors.js';
import { type Clock, systemClock } from '../../crypto/clock.ts';
import type { Seal } from '../../crypto/seal.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditCause } from '../audit/types.ts';
import { type ConfigUpdate, checkRequirements, checkUpdate, findLacking, forgetMoved } from './changes.ts';
import { readLockedValues } from './locked.ts';
import { presentAdminVariable, presentVariable } from './present.ts';
import type { ConfigReader } from './reader.ts';
import type { ConfigRepo } from './repo.ts';
import { fromStored, toStored } from './stored-text.ts';

interface Deps {
  uow: UnitOfWork<{ config: ConfigRepo; audit: AuditRepo }>;
  audit: Pick<AuditTrail, 'note'>;
  /** The texts that the environment sets and locks, by the name of the environment variable. */
  variables: ReadonlyMap<string, string>;
  /** The known languages. */
  locales: readonly string[];
  /** Without it secrets stay closed: they hold their defaults. */
  seal: Seal | null;
  logger: Logger;
  /** The wall clock unless told. */
  clock?: Clock;
}

/** Milliseconds; with the time of the reading itself, a value is never five seconds old. */
const reloadEvery = 4000;

/** Told which variables have another effective value now. */
export type ConfigListener = (changed: readonly ConfigKey[]) => void;

export interface ConfigService extends ConfigReader {
  /** Reads what is stored. */
  load(): Promise<void>;
  /** Keeps reading: other processes on the same database write too. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A default that is known only at run time. */
  setDefault<K extends ConfigKey>(key: K, value: ConfigValue<K>): void;
  listPublic(): ConfigVariable[];
  /** @throws AppError `config_unknown` */
  listCategory(category: string): AdminConfigVariable[];
  /**
   * Changes all of the variables or none, and answers them.
   *
   * @throws AppError `config_unknown`, `config_invalid`, `config_locked`
   */
  update(updates: readonly ConfigUpdate[], by: AuditCause): Promise<AdminConfigVariable[]>;
  /** Answers how to stop listening. */
  subscribe(listener: ConfigListener): () => void;
  isSetupFinished(): Promise<boolean>;
  /**
   * Ends the first-run set-up.
   *
   * @throws AppError `setup_already_done` at every call but the first
   */
  finishSetup(by: AuditCause): Promise<void>;
}

/** @throws EnvError when the environment sets an unknown variable, or one to a value it cannot have */
export function createConfigService(deps: Deps): ConfigService {
  const { uow, audit, variables, locales, seal, logger, clock = systemClock } = deps;
  const locked = readLockedValues(variables, locales);
  const defaults = new Map<ConfigKey, number | boolean | string>();
  const complaints = new Set<ConfigKey>();
  const listeners = new Set<ConfigListener>();
  let texts: ReadonlyMap<ConfigKey, string> = locked;
  let loading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const lockedBy = (key: ConfigKey) => (locked.has(key) ? configEnvName(key) : null);

  function get<K extends ConfigKey>(key: K): ConfigValue<K> {
    const text = texts.get(key);
    const fallback = defaults.get(key);
    // setDefault took it with the type of the variable.
    return text === undefined && fallback !== undefined
      ? (fallback as ConfigValue<K>)
      : readConfigValue(key, text);
  }

  const stateOf = (key: ConfigKey) => ({
    text: texts.get(key) ?? null,
    fallback: defaults.get(key) ?? configRegistry[key].default,
    lockedBy: lockedBy(key),
  });

  async function readStored(): Promise<void> {
    const stored = await uow.read.config.list();
    const next = new Map(configKeys.flatMap((key) => readEntry(key, stored.get(key))));
    for (const key of configKeys) dropUnlessComplete(next, key);
    const changed = configKeys.filter((key) => next.get(key) !== texts.get(key));
    texts = next;
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  }

  /** Switched on here and emptied there: by the environment, or by an older version. */
  function dropUnlessComplete(next: Map<ConfigKey, string>, key: ConfigKey): void {
    const lacking = findLacking(key, (name) => next.get(name) ?? String(configRegistry[name].default));
    if (lacking.length === 0) return;
    complain(key, `is on but lacks ${lacking.join(', ')}: it stays off`);
    next.delete(key);
  }

  function readEntry(key: ConfigKey, stored: string | undefined): [ConfigKey, string][] {
    const text = locked.get(key) ?? (stored === undefined ? undefined : open(key, stored));
    if (text === undefined) return [];
    if (!findConfigProblem(key, text, locales)) return [[key, text]];
    // Another version had wider bounds.
    complain(key, 'stored configuration value is not valid any more; the default holds');
    return [];
  }

  function open(key: ConfigKey, stored: string): string | undefined {
    try {
      return fromStored(key, stored, seal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      complain(
        key,
        `stored secret cannot be opened (${reason}): start with the right secret key or set it again`,
      );
      return undefined;
    }
  }

  /** Once, not at every reading. */
  function complain(key: ConfigKey, problem: string): void {
    if (complaints.has(key)) return;
    complaints.add(key);
    logger.warn({ key }, problem);
  }

  /** One after the other: a read that began before a change must not overwrite what came after it. */
  function load(): Promise<void> {
    const result = loading.then(readStored);
    loading = result.catch(() => undefined);
    return result;
  }

  return {
    get,
    load,

    async start() {
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
      const keys = configKeys.filter((key) => key.startsWith(`${category}.`));
      if (keys.length === 0) throw new AppError('config_unknown', { key: category });
      return keys.map((key) => presentAdminVariable(key, stateOf(key)));
    },

    async update(updates, by) {
      const asked = updates.map((update) => checkUpdate(update, { lockedBy, locales }));
      const changes = [...asked, ...forgetMoved(asked, { current: (key) => String(get(key)), lockedBy })];
      const after = new Map(changes.map(({ key, text }) => [key, text ?? String(stateOf(key).fallback)]));
      checkRequirements((key) => after.get(key) ?? String(get(key)));
      const keys = [...new Set(changes.map(({ key }) => key))];
      const now = clock.now();
      await uow.transaction(async (repos) => {
        for (const { key, text } of changes) {
          await (text === null
            ? repos.config.remove(key)
            : repos.config.save(key, toStored(key, text, seal), now));
        }
        // Names only: values can be secrets, or be long.
        await audit.note(repos.audit, by, { action: 'config.change', details: { keys: keys.join(', ') } });
      });
      await load();
      logger.info({ keys }, 'configuration changed');
      return keys.map((key) => presentAdminVariable(key, stateOf(key)));
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
