import * as z from 'zod/mini';
import { type OauthErrorCode, OauthProvider } from '#sdk/contract/oauth.js';
import { Email } from '#sdk/contract/primitives.js';
import type { FlowRecord, Profile } from './types.ts';

const minute = 60_000;

/** Milliseconds between leaving for a provider and coming back. */
export const flowLifetime = 10 * minute;

/** This long afterwards who comes back is told that it took too long. */
export const flowMemory = 60 * minute;

/** Where a browser comes back from, and which it is. */
interface Arrival {
  provider: OauthProvider;
  /** null: it has no cookie of ours. */
  browserHash: string | null;
  now: number;
}

/** Why a browser that knows the state is not who was sent. */
export function findFlowProblem(
  flow: FlowRecord,
  { provider, browserHash, now }: Arrival,
): 'invalid_token' | 'expired_token' | null {
  if (browserHash === null || browserHash !== flow.browserHash) return 'invalid_token';
  if (provider !== flow.provider) return 'invalid_token';
  return flow.expiresAt <= now ? 'expired_token' : null;
}

/** Why no account is made for somebody who has none here. */
export function findRegistrationProblem(
  { email, isEmailVerified }: Pick<Profile, 'email' | 'isEmailVerified'>,
  { isAllowed }: { isAllowed: boolean },
): OauthErrorCode | null {
  if (!isAllowed) return 'not_linked';
  if (email === null || !z.safeParse(Email, email).success) return 'no_email';
  return isEmailVerified ? null : 'unverified_account';
}

/** null: none of that name is known here. */
export function readProvider(name: string): OauthProvider | null {
  return OauthProvider.safeParse(name).data ?? null;
}
