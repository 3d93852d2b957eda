import * as z from 'zod/mini';
import { Email } from '#sdk/contract/formats/primitives.js';
import { OauthProvider } from '#sdk/contract/oauth.js';
import type { FlowRecord, Profile } from './types.ts';

const minute = 60_000;

/** Milliseconds between sending a browser to a provider and its return. */
export const flowLifetime = 10 * minute;

/** For this many milliseconds afterwards, a returning browser is told that it took too long. */
export const flowMemory = 60 * minute;

/** The provider that a browser returns from, and the browser. */
interface CallbackFacts {
  provider: OauthProvider;
  /** null: it does not have our cookie. */
  browserHash: string | null;
  now: number;
}

/** Why a callback is refused: another browser, or too late. */
export const flowProblems = {
  noState: { code: 'invalid_token', reason: 'the address has no state, or more than one' },
  unknownState: { code: 'invalid_token', reason: 'the state is unknown, or was used before' },
  otherBrowser: {
    code: 'invalid_token',
    reason: 'the browser has no cookie for this sign-in; did it begin at the address of general.appUrl?',
  },
  otherProvider: { code: 'invalid_token', reason: 'the state belongs to another provider' },
  tooLate: { code: 'expired_token', reason: 'the browser was away for more than ten minutes' },
} as const;

export type FlowProblem = keyof typeof flowProblems;

/** Finds the problem of a browser that knows the state. */
export function findFlowProblem(
  flow: FlowRecord,
  { provider, browserHash, now }: CallbackFacts,
): FlowProblem | null {
  if (browserHash === null || browserHash !== flow.browserHash) return 'otherBrowser';
  if (provider !== flow.provider) return 'otherProvider';
  return flow.expiresAt <= now ? 'tooLate' : null;
}

/** Returns why no account is created for a person who has none here. */
export function findRegistrationProblem(
  { email, isEmailVerified }: Pick<Profile, 'email' | 'isEmailVerified'>,
  { isAllowed }: { isAllowed: boolean },
): 'not_linked' | 'no_email' | 'unverified_account' | null {
  if (!isAllowed) return 'not_linked';
  if (email === null || !z.safeParse(Email, email).success) return 'no_email';
  return isEmailVerified ? null : 'unverified_account';
}

/** null: there is no provider with this name. */
export function readProvider(name: string): OauthProvider | null {
  return OauthProvider.safeParse(name).data ?? null;
}
