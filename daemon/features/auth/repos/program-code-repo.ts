import type { Knex } from 'knex';
import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import { removeSome } from '../../../db/remove-some.ts';
import type { ProgramCodeRecord } from '../types.ts';

interface ProgramCodeRow {
  code_hash: string;
  session_id: string;
  code_challenge: string;
  expires_at: number;
}

export type ProgramCodeRepo = ReturnType<typeof createProgramCodeRepo>;

export function createProgramCodeRepo(q: Knex) {
  const table = () => q<ProgramCodeRow>('program_codes');

  return {
    async insert({ codeHash, sessionId, codeChallenge, expiresAt }: ProgramCodeRecord): Promise<void> {
      await table().insert({
        code_hash: codeHash,
        session_id: sessionId,
        code_challenge: codeChallenge,
        expires_at: expiresAt,
      });
    },

    /** Returns the user who authorized the program; null: there is no such code. */
    async findOwner(codeHash: string): Promise<UserId | null> {
      const row: { user_id: UserId } | undefined = await q('program_codes')
        .join('sessions', 'sessions.id', 'session_id')
        .where({ code_hash: codeHash })
        .first('user_id');
      return row?.user_id ?? null;
    },

    /** Removes the code and returns it, expired or not: only one of concurrent callers gets it. */
    async take(codeHash: string): Promise<ProgramCodeRecord | null> {
      const row = await table().where({ code_hash: codeHash }).first();
      const removed = await table().where({ code_hash: codeHash }).delete();
      return row && removed > 0 ? fromRow(row) : null;
    },

    /** Removes at most `limit` rows; returns how many. */
    async removeExpired(now: number, limit: number): Promise<number> {
      return removeSome(table().where('expires_at', '<=', now), ['code_hash'], limit);
    },
  };
}

function fromRow(row: ProgramCodeRow): ProgramCodeRecord {
  return {
    codeHash: row.code_hash,
    sessionId: row.session_id as SessionId,
    codeChallenge: row.code_challenge,
    expiresAt: row.expires_at,
  };
}
