import type { Knex } from 'knex';
import type { Database } from './connection.ts';
import { createRecentReads } from './recent-reads.ts';

/** Runs when the transaction is committed; a failure is reported and changes nothing. */
export type AfterCommit = (effect: () => void | Promise<void>) => void;

/**
 * Access to the repositories: `read` for reading the last committed state, `transaction` for every change. What
 * reaches outside the database (files, mails, wake-ups) belongs into an after-commit effect.
 */
export interface UnitOfWork<Repos> {
  read: Repos;
  /**
   * What `load` reads, or has read a moment ago under the same key: for the few reads that every request repeats. Each
   * commit of this process forgets it all, and a second does, for those of other processes. The result is shared: nobody
   * changes it.
   */
  recall<T>(key: string, load: (read: Repos) => Promise<T>): Promise<T>;
  transaction<T>(work: (repos: Repos, afterCommit: AfterCommit) => Promise<T>): Promise<T>;
}

interface UnitOfWorkOptions<Repos> {
  database: Database;
  createRepos: (q: Knex) => Repos;
  /** The first step of each transaction. */
  before?: (repos: Repos) => Promise<void>;
  onEffectError: (error: unknown) => void;
}

export function createUnitOfWork<Repos>(options: UnitOfWorkOptions<Repos>): UnitOfWork<Repos> {
  const { database, createRepos, before, onEffectError } = options;
  const read = createRepos(database.reader);
  const recent = createRecentReads();
  return {
    read,
    recall: (key, load) => recent.recall(key, () => load(read)),
    async transaction(work) {
      const effects: (() => void | Promise<void>)[] = [];
      const result = await database.writer.transaction(async (trx) => {
        const repos = createRepos(trx);
        await before?.(repos);
        return work(repos, (effect) => effects.push(effect));
      });
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
