import type { Knex } from 'knex';
import type { Database } from './connection.ts';

/** Runs when the transaction is committed; a failure is reported and changes nothing. */
export type AfterCommit = (effect: () => void | Promise<void>) => void;

/**
 * Access to the repositories: `read` for reading the last committed state, `transaction` for every change. What
 * reaches outside the database (files, mails, wake-ups) belongs into an after-commit effect.
 */
export interface UnitOfWork<Repos> {
  read: Repos;
  transaction<T>(work: (repos: Repos, afterCommit: AfterCommit) => Promise<T>): Promise<T>;
}

interface UnitOfWorkOptions<Repos> {
  database: Database;
  createRepos: (q: Knex) => Repos;
  onEffectError: (error: unknown) => void;
}

export function createUnitOfWork<Repos>(options: UnitOfWorkOptions<Repos>): UnitOfWork<Repos> {
  const { database, createRepos, onEffectError } = options;
  return {
    read: createRepos(database.reader),
    async transaction(work) {
      const effects: (() => void | Promise<void>)[] = [];
      const result = await database.writer.transaction((trx) =>
        work(createRepos(trx), (effect) => effects.push(effect)),
      );
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
