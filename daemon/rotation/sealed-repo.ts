import type { Knex } from 'knex';
import { secretConfigKeys } from '#sdk/contract/config.js';
import { sealPurposes } from '../crypto/seal-purposes.ts';

export interface SealedPlace {
  table: string;
  id: string;
  column: string;
  /** For what the text of an id is sealed. */
  purpose(id: string): string;
  /** Only these ids: those of others are no sealed texts. */
  ids?: readonly string[];
}

/** Where sealed texts are kept. A place that is missing here loses its texts when the secret key is changed. */
export const sealedPlaces: readonly SealedPlace[] = [
  { table: 'config', id: 'key', column: 'value', purpose: sealPurposes.config, ids: secretConfigKeys },
  { table: 'users', id: 'id', column: 'totp_secret', purpose: sealPurposes.totp },
  { table: 'users', id: 'id', column: 'totp_pending', purpose: sealPurposes.totp },
  { table: 'reverse_shares', id: 'id', column: 'token', purpose: sealPurposes.reverseShare },
  { table: 'outbox', id: 'id', column: 'message', purpose: sealPurposes.mail },
];

export interface SealedText {
  id: string;
  sealed: string;
}

/** What depends on the secret key of the instance. */
export function createSealedRepo(q: Knex) {
  return {
    /** The sealed texts of a place, in the order of their ids, after one of them. */
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

    /** How many sessions there were. */
    endSessions: (): Promise<number> => q('sessions').delete(),

    /** How many accounts had recovery codes. */
    async removeRecoveryCodes(): Promise<number> {
      const owners: unknown[] = await q('recovery_codes').distinct('user_id');
      await q('recovery_codes').delete();
      return owners.length;
    },
  };
}
