import type { Knex } from 'knex';
import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { removeSome } from '../../db/remove-some.ts';
import type { FlowRecord } from './types.ts';

interface FlowRow {
  state_hash: string;
  browser_hash: string;
  provider: string;
  session_id: string | null;
  user_id: string | null;
  return_path: string | null;
  expires_at: number;
}

export type FlowRepo = ReturnType<typeof createFlowRepo>;

export function createFlowRepo(q: Knex) {
  const table = () => q<FlowRow>('oauth_flows');

  return {
    async insert(flow: FlowRecord): Promise<void> {
      await table().insert(toRow(flow));
    },

    async has(stateHash: string): Promise<boolean> {
      return (await table().where({ state_hash: stateHash }).first('state_hash')) !== undefined;
    },

    /** Removes the row and returns it: only one of concurrent callers gets it. */
    async take(stateHash: string): Promise<FlowRecord | null> {
      const row = await table().where({ state_hash: stateHash }).first();
      const removed = await table().where({ state_hash: stateHash }).delete();
      return row && removed > 0 ? fromRow(row) : null;
    },

    /** Removes at most `limit` flows that ended before; returns how many. */
    async removeEnded(before: number, limit: number): Promise<number> {
      return removeSome(table().where('expires_at', '<=', before), ['state_hash'], limit);
    },
  };
}

function fromRow(row: FlowRow): FlowRecord {
  return {
    stateHash: row.state_hash,
    browserHash: row.browser_hash,
    provider: row.provider as OauthProvider,
    sessionId: row.session_id as SessionId | null,
    userId: row.user_id as UserId | null,
    returnPath: row.return_path,
    expiresAt: row.expires_at,
  };
}

function toRow(flow: FlowRecord): FlowRow {
  return {
    state_hash: flow.stateHash,
    browser_hash: flow.browserHash,
    provider: flow.provider,
    session_id: flow.sessionId,
    user_id: flow.userId,
    return_path: flow.returnPath,
    expires_at: flow.expiresAt,
  };
}
