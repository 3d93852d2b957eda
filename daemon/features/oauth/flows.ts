import { AppError } from '#sdk/contract/errors.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { Clock } from '../../crypto/clock.ts';
import { deriveKey } from '../../crypto/keys.ts';
import { deriveToken, hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { type FlowProblem, findFlowProblem, flowLifetime, flowProblems } from './policy.ts';
import { type AuthorizationRequest, type FlowRecord, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: UnitOfWork<Pick<SocialRepos, 'lock' | 'sessions' | 'socialFlows' | 'users'>>;
  clock: Clock;
  /** The secret key of the instance. */
  secretKey: string;
  /** Returns the URL that a provider sends browsers back to. */
  redirectUri(provider: OauthProvider): string;
}

/** The data stored for a browser that is sent to a provider, in addition to the request itself. */
export type NewFlow = Pick<FlowRecord, 'provider' | 'sessionId' | 'userId' | 'returnPath'> & {
  /** The value of its cookie. */
  browser: string;
};

/** The callback of a browser. */
export interface Return {
  provider: OauthProvider;
  /** All states in the URL: more than one is as wrong as none. */
  states: readonly string[];
  /** The value of the cookie. */
  browser: string | null;
}

export type Flows = ReturnType<typeof createFlows>;

/**
 * Browsers on their way to a provider and back. The state (RFC 6749, section 10.12) is a secret in the browser and in
 * the URL it is sent to; nonce and code verifier are derived from it with the key of the instance, and are not stored.
 */
export function createFlows({ uow, clock, secretKey, redirectUri }: Deps) {
  const key = (purpose: string) => Buffer.from(deriveKey(secretKey, purpose)).toString('hex');
  const nonceKey = key('social sign-in nonce');
  const verifierKey = key('social sign-in code verifier');

  function requestOf(provider: OauthProvider, state: string): AuthorizationRequest {
    return {
      redirectUri: redirectUri(provider),
      state,
      nonce: deriveToken('nonce', nonceKey, state),
      codeVerifier: deriveToken('verifier', verifierKey, state),
    };
  }

  return {
    newRequest: (provider: OauthProvider): AuthorizationRequest =>
      requestOf(provider, newToken(tokenPrefixes.socialFlow)),

    /** @throws AppError `session_expired` when the session or user of the flow no longer exists */
    async save({ state }: AuthorizationRequest, { browser, ...flow }: NewFlow): Promise<void> {
      const hashes = { stateHash: hashToken(state), browserHash: hashToken(browser) };
      const expiresAt = clock.now() + flowLifetime;
      await uow.transaction(async ({ lock, sessions, socialFlows, users }) => {
        const { sessionId, userId } = flow;
        if (userId !== null) await lock('user', userId);
        if (sessionId !== null) await lock('session', sessionId);
        // It ended while the provider's metadata was loaded.
        const isGone =
          (sessionId !== null && (await sessions.findById(sessionId)) === null) ||
          (userId !== null && (await users.findById(userId)) === null);
        if (isGone) throw new AppError('session_expired');
        await socialFlows.insert({ ...flow, ...hashes, expiresAt });
      });
    },

    /**
     * Ends and returns the flow that a browser returns from, with the request it was sent with.
     *
     * @throws SocialSignInError `invalid_token`, `expired_token`
     */
    async take({ provider, states, browser }: Return): Promise<{
      flow: FlowRecord;
      request: AuthorizationRequest;
    }> {
      const [state, ...others] = states;
      if (!state || others.length > 0) throw refusalOf('noState');
      const stateHash = hashToken(state);
      // Anyone can send any state: that must not occupy a connection that writes.
      const isKnown = await uow.read.socialFlows.has(stateHash);
      const flow = isKnown ? await uow.transaction(({ socialFlows }) => socialFlows.take(stateHash)) : null;
      if (!flow) throw refusalOf('unknownState');
      const problem = findFlowProblem(flow, {
        provider,
        browserHash: browser === null ? null : hashToken(browser),
        now: clock.now(),
      });
      if (problem) throw refusalOf(problem);
      return { flow, request: requestOf(provider, state) };
    },
  };
}

function refusalOf(problem: FlowProblem): SocialSignInError {
  const { code, reason } = flowProblems[problem];
  return new SocialSignInError(code, new Error(reason));
}
