import type { Knex } from 'knex';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource, OauthProvider } from '#sdk/contract/oauth.js';
import type { SocialAccountRecord } from './types.ts';

interface SocialAccountRow {
  provider: string;
  issuer: string;
  subject: string;
  user_id: string;
  name: string | null;
  created_at: number;
}

/** Identifies a person at a provider permanently. */
export type SocialAccountKey = Pick<SocialAccountRecord, 'provider' | 'issuer' | 'subject'>;

export type SocialAccountRepo = ReturnType<typeof createSocialAccountRepo>;

export function createSocialAccountRepo(q: Knex) {
  const table = () => q<SocialAccountRow>('social_accounts');

  return {
    async find({ provider, issuer, subject }: SocialAccountKey): Promise<SocialAccountRecord | null> {
      const row = await table().where({ provider, issuer, subject }).first();
      return row ? fromRow(row) : null;
    },

    /** Returns at most one account per provider. */
    async listOfUser(userId: UserId): Promise<SocialAccountRecord[]> {
      const rows = await table().where({ user_id: userId }).orderBy('provider');
      return rows.map(fromRow);
    },

    /**
     * False, without a change, when the account there is already linked, or the user is linked to another account of
     * the provider.
     */
    async insert(account: SocialAccountRecord): Promise<boolean> {
      const row = await table().insert(toRow(account)).onConflict().ignore().returning('subject');
      return row.length > 0;
    },

    async setIssuer({ provider, issuer, subject }: SocialAccountKey, to: string): Promise<void> {
      await table().where({ provider, issuer, subject }).update({ issuer: to });
    },

    async rename({ provider, issuer, subject }: SocialAccountKey, name: string | null): Promise<void> {
      await table().where({ provider, issuer, subject }).update({ name });
    },

    /** False when there is none. */
    async remove(userId: UserId, provider: OauthProvider): Promise<boolean> {
      return (await table().where({ user_id: userId, provider }).delete()) > 0;
    },
  };
}

function fromRow(row: SocialAccountRow): SocialAccountRecord {
  return {
    provider: row.provider as AccountSource,
    issuer: row.issuer,
    subject: row.subject,
    userId: row.user_id as UserId,
    name: row.name,
    createdAt: row.created_at,
  };
}

function toRow(account: SocialAccountRecord): SocialAccountRow {
  return {
    provider: account.provider,
    issuer: account.issuer,
    subject: account.subject,
    user_id: account.userId,
    name: account.name,
    created_at: account.createdAt,
  };
}
