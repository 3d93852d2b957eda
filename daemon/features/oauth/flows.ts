import { AppError } from '#sdk/contract/errors.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { Clock } from '../../crypto/clock.ts';
import { deriveKey } from '../../crypto/keys.ts';
import { deriveToken, hashToken, newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { type FlowProblem, findFlowProblem, flowLifetime, flowProblems } from './policy.ts';
import { type AuthorizationRequest, type FlowRecord, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: UnitOfWork<Pick<SocialRepos, 'sessions' | 'socialFlows' | 'users'>>;
  clock: Clock;
  /** The instance's secret. */
  secretKey: string;
  /** Where a provider sends browsers back to. */
  redirectUri(provider: OauthProvider): string;
}

/** What goes with a browser to a provider, besides what the request is made of. */
export type NewFlow = Pick<FlowRecord, 'provider' | 'sessionId' | 'userId' | 'returnPath'> & {
  /** What its cookie says. */
  browser: string;
};

/** What a browser comes back with. */
export interface Return {
  provider: OauthProvider;
  /** All that the address has of them: more than one is as wrong as none. */
  states: readonly string[];
  /** What the cookie says. */
  browser: string | null;
}

export type Flows = ReturnType<typeof createFlows>;

/**
 * Browsers on their way to a provider and back. The state (RFC 6749, section 10.12) is a secret of the browser and the
 * address it is sent to; nonce and code verifier are made of it with the key of the instance, and stand nowhere.
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

    /** @throws AppError `session_expired` when whom it is for is not there any more */
    async save({ state }: AuthorizationRequest, { browser, ...flow }: NewFlow): Promise<void> {
      const hashes = { stateHash: hashToken(state), browserHash: hashToken(browser) };
      const expiresAt = clock.now() + flowLifetime;
      await uow.transaction(async ({ sessions, socialFlows, users }) => {
        const { sessionId, userId } = flow;
        // Ended while the provider was asked where it is.
        const isGone =
          (sessionId !== null && (await sessions.findById(sessionId)) === null) ||
          (userId !== null && (await users.findById(userId)) === null);
        if (isGone) throw new AppError('session_expired');
        await socialFlows.insert({ ...flow, ...hashes, expiresAt });
      });
    },

    /**
     * The flow that a browser comes back from, and the request it was sent with. It is over with that, whatever comes of it.
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
      // Anybody can come with anything: that must not occupy the one connection that writes.
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
