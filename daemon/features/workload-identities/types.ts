import type { UserId, WorkloadIdentityId } from '#sdk/contract/formats/primitives.js';
import type { workloadScopes } from '#sdk/contract/workload-identities.js';

export interface WorkloadIdentityRecord {
  id: WorkloadIdentityId;
  name: string;
  /** The account that the workloads act as. */
  userId: UserId;
  username: string;
  issuer: string;
  audience: string;
  /** The value of each claim, or its beginning followed by `*`. */
  claims: Readonly<Record<string, string>>;
  scopes: readonly (typeof workloadScopes)[number][];
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The claims of a token whose signature was verified. */
export type WorkloadClaims = Readonly<Record<string, unknown>>;
