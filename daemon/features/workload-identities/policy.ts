import type { WorkloadClaims, WorkloadIdentityRecord } from './types.ts';

/** Milliseconds that the access token of a workload is valid. */
export const accessTokenLifetime = 15 * 60_000;

/** A condition that a token does not meet: its audience, or the name of a claim. */
export type Mismatch = { reason: 'audience' } | { reason: 'claim'; claim: string };

/** Returns the first condition that the claims do not meet; null: they meet all of them. */
export function findMismatch(
  { audience, claims: conditions }: Pick<WorkloadIdentityRecord, 'audience' | 'claims'>,
  claims: WorkloadClaims,
): Mismatch | null {
  // RFC 7519, section 4.1.3: one audience, or a list of them.
  if (![claims['aud']].flat().includes(audience)) return { reason: 'audience' };
  const failed = Object.entries(conditions).find(([name, pattern]) => !isMet(pattern, claims, name));
  return failed ? { reason: 'claim', claim: failed[0] } : null;
}

function isMet(pattern: string, claims: WorkloadClaims, name: string): boolean {
  if (!Object.hasOwn(claims, name)) return false;
  const value = claims[name];
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  return pattern.endsWith('*') ? String(value).startsWith(pattern.slice(0, -1)) : String(value) === pattern;
}
