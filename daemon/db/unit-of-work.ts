import { setTimeout } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Database } from './connection.ts';
import { isDiskFull, isSerializationFailure } from './dialect.ts';
import { createRecentReads } from './recent-reads.ts';

/** Runs `effect` when the transaction is committed; a failure is reported and changes nothing. */
export type AfterCommit = (effect: Effect) => void;

type Effect = () => void | Promise<void>;

interface Attempt<T> {
  result: T;
  effects: Effect[];
}

const maxRetries = 3;

type Work<Repos, T> = (repos: Repos, afterCommit: AfterCommit) => Promise<T>;

/**
 * Access to the repositories: `read` for reading the last committed state, `transaction` for every change. Changes
 * outside the database (files, mails, wake-ups) belong in an after-commit effect.
 */
export interface UnitOfWork<Repos> {
  read: Repos;
  /**
   * Returns what `load` reads, or has read a moment ago under the same key, for the few reads that every request
   * repeats. Each commit of this process drops all results, and they expire after a second because of other processes.
   * The result is shared: never change it.
   */
  recall<T>(key: string, load: (read: Repos) => Promise<T>): Promise<T>;
  /**
   * `work` runs again, from its beginning, if the disk is full and space could be freed for it, and if PostgreSQL has
   * rolled it back because of another transaction.
   */
  transaction<T>(work: Work<Repos, T>): Promise<T>;
}

interface UnitOfWorkOptions<Repos> {
  database: Database;
  createRepos: (q: Knex) => Repos;
  /** The first step of each transaction. */
  before?: (repos: Repos) => Promise<void>;
  onEffectError: (error: unknown) => void;
  /** Frees space on a full disk; false when there is none to free. */
  makeSpace?: () => Promise<boolean>;
}

export function createUnitOfWork<Repos>(options: UnitOfWorkOptions<Repos>): UnitOfWork<Repos> {
  const { database, createRepos, before, onEffectError, makeSpace = async () => false } = options;
  const read = createRepos(database.reader);
  const recent = createRecentReads();

  async function attempt<T>(work: Work<Repos, T>): Promise<Attempt<T>> {
    const effects: Effect[] = [];
    const result = await database.transact(async (q) => {
      const repos = createRepos(q);
      await before?.(repos);
      return work(repos, (effect) => effects.push(effect));
    });
    return { result, effects };
  }

  async function recover<T>(work: Work<Repos, T>, error: unknown, retries = 0): Promise<Attempt<T>> {
    if (isSerializationFailure(error) && retries < maxRetries) {
      // Apart from each other, so that two transactions do not meet again.
      await setTimeout(Math.random() * 20 * 2 ** retries);
      return attempt(work).catch((next: unknown) => recover(work, next, retries + 1));
    }
    if (retries > 0 || !isDiskFull(error) || !(await makeSpace())) throw error;
    return attempt(work);
  }

  return {
    read,
    recall: (key, load) => recent.recall(key, () => load(read)),
    async transaction(work) {
      const { result, effects } = await attempt(work).catch((error: unknown) => recover(work, error));
      recent.forget();
      for (const effect of effects) {
        try {
          await effect();
        } catch (error) {
          onEffectError(error);
        }
      }
      return result;
    },
  };
}
