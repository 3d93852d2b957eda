import type { Knex } from 'knex';
import type { UserId, WorkloadIdentityId } from '#sdk/contract/formats/primitives.js';
import type { WorkloadIdentityRecord } from './types.ts';

interface WorkloadIdentityRow {
  id: string;
  name: string;
  user_id: string;
  issuer: string;
  audience: string;
  claims: string;
  scopes: string;
  created_at: number;
}

export type WorkloadIdentityRepo = ReturnType<typeof createWorkloadIdentityRepo>;

export function createWorkloadIdentityRepo(q: Knex) {
  const table = () => q<WorkloadIdentityRow>('workload_identities');

  /** Oldest first. */
  async function list(where: { 'workload_identities.id'?: string; issuer?: string } = {}) {
    const rows: (WorkloadIdentityRow & { username: string })[] = await q('workload_identities')
      .join('users', 'users.id', 'workload_identities.user_id')
      .where(where)
      .orderBy(['workload_identities.created_at', 'workload_identities.id'])
      .select('workload_identities.*', 'users.username');
    return rows.map(fromRow);
  }

  return {
    async findById(id: WorkloadIdentityId): Promise<WorkloadIdentityRecord | null> {
      const [found] = await list({ 'workload_identities.id': id });
      return found ?? null;
    },

    listAll: () => list(),

    async isNameTaken(name: string): Promise<boolean> {
      return (await table().where({ name }).first('id')) !== undefined;
    },

    listOfIssuer: (issuer: string) => list({ issuer }),

    async insert({
      userId,
      username: _username,
      claims,
      scopes,
      createdAt,
      ...same
    }: WorkloadIdentityRecord) {
      await table().insert({
        ...same,
        user_id: userId,
        claims: JSON.stringify(claims),
        scopes: JSON.stringify(scopes),
        created_at: createdAt,
      });
    },

    /** Returns whether it was there. */
    async remove(id: WorkloadIdentityId): Promise<boolean> {
      return (await table().where({ id }).delete()) > 0;
    },

    async removeOfUser(userId: UserId): Promise<void> {
      await table().where({ user_id: userId }).delete();
    },
  };
}

function fromRow(row: WorkloadIdentityRow & { username: string }): WorkloadIdentityRecord {
  const { id, name, username, issuer, audience } = row;
  return {
    id: id as WorkloadIdentityId,
    name,
    userId: row.user_id as UserId,
    username,
    issuer,
    audience,
    claims: JSON.parse(row.claims) as Record<string, string>,
    scopes: JSON.parse(row.scopes) as WorkloadIdentityRecord['scopes'],
    createdAt: row.created_at,
  };
}
