import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { providerSignInPath } from '../app/paths.ts';
import { useConfig } from './config.tsx';

/** The providers that one can sign in with here, in the order in which they are offered. */
export function useSignInProviders(): OauthProvider[] {
  const config = useConfig();
  return oauthProviders.filter((provider) => config(`oauth.${provider}-enabled`));
}

/**
 * What leads to a provider and back to `from`: at the public address where this is another one, for the provider leads
 * back there, and the cookie of the way has to be there too.
 */
export function useProviderAddress(): (provider: OauthProvider, from: string) => string {
  const { origin } = new URL(useConfig()('general.appUrl'));
  return (provider, from) => {
    const path = providerSignInPath(provider, from);
    return origin === window.location.origin ? path : origin + path;
  };
}

interface Registration {
  /** One chooses a name and a password. */
  hasForm: boolean;
  /** One comes from any of them. */
  providers: OauthProvider[];
}

/** The ways to a new account; null when there is none. */
export function useRegistration(): Registration | null {
  const config = useConfig();
  const enabled = useSignInProviders();
  const hasForm = config('share.allowRegistration');
  const providers = config('oauth.allowRegistration') ? enabled : [];
  return hasForm || providers.length > 0 ? { hasForm, providers } : null;
}
