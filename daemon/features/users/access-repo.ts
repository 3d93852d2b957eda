import type { Knex } from 'knex';
import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';

export type AccountAccessRepo = ReturnType<typeof createAccountAccessRepo>;

/**
 * Ways to access an account in addition to its password and sessions: login tokens, mailed links, provider accounts.
 */
export function createAccountAccessRepo(q: Knex) {
  return {
    /** Removes sign-ins that still wait for their code. */
    async removeLoginTokens(userId: UserId): Promise<void> {
      await q('login_tokens').where({ user_id: userId }).delete();
    },

    async removeLinks(userId: UserId): Promise<void> {
      await q('account_links').where({ user_id: userId }).delete();
    },

    /** Returns, for users who have any, the providers they can sign in with. */
    async providersOf(userIds: readonly UserId[]): Promise<Map<UserId, AccountSource[]>> {
      const rows: { user_id: UserId; provider: AccountSource }[] = await q('social_accounts')
        .whereIn('user_id', userIds)
        .select('user_id', 'provider');
      const providers = new Map<UserId, AccountSource[]>();
      for (const { user_id: id, provider } of rows)
        providers.set(id, [...(providers.get(id) ?? []), provider]);
      return providers;
    },

    async removeSocialAccounts(userId: UserId): Promise<void> {
      await q('social_accounts').where({ user_id: userId }).delete();
    },

    /** Returns when the owner of a session signed in, in milliseconds since 1970. */
    async startOfSession(id: SessionId): Promise<number | null> {
      const row: { created_at: number } | undefined = await q('sessions').where({ id }).first('created_at');
      return row?.created_at ?? null;
    },

    /** Returns the new address that waits for its confirmation. */
    async pendingEmailOf(userId: UserId, now: number): Promise<string | null> {
      const row: { email: string | null } | undefined = await q('account_links')
        .where({ user_id: userId, purpose: 'email' })
        .where('expires_at', '>', now)
        .first('email');
      return row?.email ?? null;
    },
  };
}
