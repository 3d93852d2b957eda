import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import {
  type AuthorizationRequest,
  type Profile,
  type Providers,
  SocialSignInError,
} from '../../features/oauth/types.ts';

/** Providers that believe everything a test says. */
export interface FakeProviders extends Providers {
  enabled: Set<OauthProvider>;
  /** The user who returns with a code, or the error of the provider. */
  answers: Map<string, Profile | Error>;
  /** When set, browsers cannot be sent to the provider. */
  outage: Error | null;
  /** Runs while a browser is being sent to the provider. */
  whenSent: (() => Promise<unknown>) | null;
  /** The requests that browsers were sent with, and those that were identified when they returned. */
  sent: AuthorizationRequest[];
  asked: { callback: URL; request: AuthorizationRequest }[];
}

export function createFakeProviders(enabled: readonly OauthProvider[] = ['github', 'google']): FakeProviders {
  const fake: FakeProviders = {
    enabled: new Set(enabled),
    answers: new Map(),
    outage: null,
    whenSent: null,
    sent: [],
    asked: [],
    listEnabled: () => [...fake.enabled],
    find(name) {
      if (!fake.enabled.has(name)) return null;
      return {
        async authorizationUrl(request) {
          if (fake.outage) throw fake.outage;
          await fake.whenSent?.();
          fake.sent.push(request);
          const query = new URLSearchParams({ state: request.state, redirect_uri: request.redirectUri });
          return new URL(`https://${name}.example/authorize?${query.toString()}`);
        },
        async identify(callback, request) {
          fake.asked.push({ callback, request });
          const answer = fake.answers.get(callback.searchParams.get('code') ?? '');
          if (answer instanceof Error) throw answer;
          if (!answer) throw new SocialSignInError('invalid_token');
          return answer;
        },
      };
    },
  };
  return fake;
}

/** All providers, with one person for everybody, who is sent back at once. */
export function createAgreeableProviders(profile: Profile): Providers {
  return {
    listEnabled: () => [...oauthProviders],
    find: () => ({
      authorizationUrl: async ({ redirectUri, state }) =>
        new URL(`${redirectUri}?${new URLSearchParams({ code: 'yes', state }).toString()}`),
      identify: async () => profile,
    }),
  };
}

/** Creates a profile with a verified address. */
export function aProfile(changes: Partial<Profile> = {}): Profile {
  const subject = changes.subject ?? 'subject';
  return {
    issuer: 'https://github.example',
    subject,
    email: `${subject}@example.org`,
    isEmailVerified: true,
    name: subject,
    usernames: [subject],
    ...changes,
  };
}
