import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { providerSignInPath } from '../app/paths.ts';
import { useConfig } from './config.tsx';

/** The enabled sign-in providers, in the order in which they are offered. */
export function useSignInProviders(): OauthProvider[] {
  const config = useConfig();
  return oauthProviders.filter((provider) => config(`oauth.${provider}-enabled`));
}

/**
 * The address that leads to a provider and back to `from`. It is at the public address of the instance, because the
 * provider redirects there and the sign-in cookie has to be there, too.
 */
export function useProviderAddress(): (provider: OauthProvider, from: string) => string {
  const { origin } = new URL(useConfig()('general.appUrl'));
  return (provider, from) => {
    const path = providerSignInPath(provider, from);
    return origin === window.location.origin ? path : origin + path;
  };
}

interface Registration {
  /** With a name and a password */
  hasForm: boolean;
  /** With any of these providers */
  providers: OauthProvider[];
}

/** The ways to create an account; null if there is none. */
export function useRegistration(): Registration | null {
  const config = useConfig();
  const enabled = useSignInProviders();
  const hasForm = config('share.allowRegistration');
  const providers = config('oauth.allowRegistration') ? enabled : [];
  return hasForm || providers.length > 0 ? { hasForm, providers } : null;
}
