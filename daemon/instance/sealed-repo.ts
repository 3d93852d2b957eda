import type { Knex } from 'knex';
import { secretConfigKeys } from '#sdk/contract/config.js';
import { sealPurposes } from '../crypto/seal-purposes.ts';

export interface SealedPlace {
  table: string;
  id: string;
  column: string;
  /** Returns the purpose for which the text of an id is sealed. */
  purpose(id: string): string;
  /** Only these ids: the others have no sealed texts. */
  ids?: readonly string[];
}

/**
 * All columns with sealed texts. The texts of a column that is missing here are lost when the secret key is changed.
 */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'config', id: 'key', column: 'value', purpose: sealPurposes.config, ids: secretConfigKeys },
  { table: 'config_locks', id: 'key', column: 'value', purpose: sealPurposes.config, ids: secretConfigKeys },
  { table: 'users', id: 'id', column: 'totp_secret', purpose: sealPurposes.totp },
  { table: 'users', id: 'id', column: 'totp_pending', purpose: sealPurposes.totp },
  { table: 'reverse_shares', id: 'id', column: 'token', purpose: sealPurposes.reverseShare },
  { table: 'webhooks', id: 'id', column: 'destination', purpose: sealPurposes.webhook },
  { table: 'outbox', id: 'id', column: 'message', purpose: sealPurposes.mail },
  { table: 'instance', id: 'key', column: 'value', purpose: sealPurposes.setup, ids: ['setup_token'] },
];

export interface SealedText {
  id: string;
  sealed: string;
}

const keyFact = 'secret_key';

/** Data that depends on the secret key of the instance. */
export function createSealedRepo(q: Knex) {
  const instance = () => q<{ key: string; value: string }>('instance');

  /** Returns the id of the key with which the instance signs and seals. */
  async function readKeyId(): Promise<string | null> {
    return (await instance().where({ key: keyFact }).first())?.value ?? null;
  }

  return {
    /** Lists sealed texts of a place, ordered by id, after a given one. */
    async list({ table, id, column, ids }: SealedPlace, after: string, limit: number): Promise<SealedText[]> {
      const rows = q<Record<string, string>>(table)
        .select({ id, sealed: column })
        .whereNotNull(column)
        .where(id, '>', after)
        .orderBy(id)
        .limit(limit);
      return ids ? rows.whereIn(id, [...ids]) : rows;
    },

    async replace({ table, id, column }: SealedPlace, text: SealedText): Promise<void> {
      await q(table)
        .where({ [id]: text.id })
        .update({ [column]: text.sealed });
    },

    /** Lists the ids of the keys that sealed the stored texts. */
    async listKeyIds(): Promise<string[]> {
      const found = new Set<string>();
      for (const { table, id, column, ids } of sealedPlaces) {
        const rows = q(table)
          .distinct(q.raw('substr(??, 4, 8) as key_id', [column]))
          .where(column, 'like', 's1.%');
        const some: { key_id: string }[] = await (ids ? rows.whereIn(id, [...ids]) : rows);
        for (const row of some) found.add(row.key_id);
      }
      return [...found];
    },

    readKeyId,

    /** Sets the key id of an instance that has none yet; returns the one that applies. */
    async claimKeyId(value: string): Promise<string> {
      await instance().insert({ key: keyFact, value }).onConflict('key').ignore();
      return (await readKeyId()) ?? value;
    },

    async replaceKeyId(value: string): Promise<void> {
      await instance().insert({ key: keyFact, value }).onConflict('key').merge();
    },

    /** Returns the number of ended sessions. */
    endSessions: (): Promise<number> => q('sessions').delete(),

    /** Returns the number of accounts that had recovery codes. */
    async removeRecoveryCodes(): Promise<number> {
      const owners: unknown[] = await q('recovery_codes').distinct('user_id');
      await q('recovery_codes').delete();
      return owners.length;
    },
  };
}
