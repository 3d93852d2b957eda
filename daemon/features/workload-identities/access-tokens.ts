import { WorkloadIdentityId } from '#sdk/contract/formats/primitives.js';
import { deriveKey } from '../../crypto/keys.ts';
import { deriveToken, isEqualText, tokenPrefixes } from '../../crypto/tokens.ts';

/**
 * Access tokens of workloads: `fsw_<workload identity>_<expiry>_<seal>`. They are not stored anywhere: the seal proves
 * that this instance issued them, and each request reads the workload identity and its account.
 */
export interface WorkloadAccessTokens {
  /** `expiresAt` is precise to the second. */
  issue(id: WorkloadIdentityId, expiresAt: number): string;
  /** Returns what a token says that this instance issued; null for any other text. */
  read(token: string): { id: WorkloadIdentityId; expiresAt: number } | null;
}

const pattern = /^(fsw_([0-9a-f]{32})_(\d{1,12}))_[\w-]{43}$/;

export function createWorkloadAccessTokens(secretKey: string): WorkloadAccessTokens {
  const key = Buffer.from(deriveKey(secretKey, 'workload access token')).toString('hex');
  const seal = (body: string) => deriveToken(body, key, body);
  return {
    issue: (id, expiresAt) => seal(`${tokenPrefixes.workload}_${id}_${Math.floor(expiresAt / 1000)}`),
    read(token) {
      const [, body, id, seconds] = pattern.exec(token) ?? [];
      if (!body || !isEqualText(seal(body), token)) return null;
      return { id: WorkloadIdentityId.parse(id), expiresAt: Number(seconds) * 1000 };
    },
  };
}
