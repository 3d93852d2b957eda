import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';

interface TotpRow {
  id: string;
  totp_secret: string | null;
  totp_pending: string | null;
  totp_last_step: number;
}

interface RecoveryCodeRow {
  user_id: string;
  code_hash: string;
}

export type TotpRepo = ReturnType<typeof createTotpRepo>;

/**
 * The second factor of accounts. Every change names the state it expects: of two concurrent changes only one happens.
 */
export function createTotpRepo(q: Knex) {
  const users = () => q<TotpRow>('users');
  const codes = () => q<RecoveryCodeRow>('recovery_codes');

  async function replaceRecoveryCodes(userId: UserId, hashes: readonly string[]): Promise<void> {
    await codes().where({ user_id: userId }).delete();
    if (hashes.length > 0) await codes().insert(hashes.map((hash) => ({ user_id: userId, code_hash: hash })));
  }

  return {
    replaceRecoveryCodes,

    /** Returns the sealed secret that waits for its first code. */
    async findPending(id: UserId): Promise<string | null> {
      return (await users().where({ id }).first('totp_pending'))?.totp_pending ?? null;
    },

    /** False when the second factor is already on. */
    async setPending(id: UserId, sealed: string): Promise<boolean> {
      return (await users().where({ id, totp_secret: null }).update({ totp_pending: sealed })) === 1;
    },

    /** False when the secret is no longer pending. */
    async enable(id: UserId, sealed: string, step: number): Promise<boolean> {
      const enabled = await users()
        .where({ id, totp_secret: null, totp_pending: sealed })
        .update({ totp_secret: sealed, totp_pending: null, totp_last_step: step });
      return enabled === 1;
    },

    async disable(id: UserId): Promise<void> {
      await users().where({ id }).update({ totp_secret: null, totp_pending: null, totp_last_step: 0 });
      await replaceRecoveryCodes(id, []);
    },

    /** False when this time step or a later one was already used. */
    async useStep(id: UserId, step: number): Promise<boolean> {
      const used = await users()
        .where({ id })
        .where('totp_last_step', '<', step)
        .update({ totp_last_step: step });
      return used === 1;
    },

    /** False when there is no such code, or it was already used. */
    async useRecoveryCode(userId: UserId, hash: string): Promise<boolean> {
      return (await codes().where({ user_id: userId, code_hash: hash }).delete()) === 1;
    },

    async countRecoveryCodes(userId: UserId): Promise<number> {
      const [row]: { total: number }[] = await codes().where({ user_id: userId }).count({ total: '*' });
      return row?.total ?? 0;
    },
  };
}
