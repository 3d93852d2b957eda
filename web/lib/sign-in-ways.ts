import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { useConfig } from './config.tsx';

/** The providers that one can sign in with here, in the order in which they are offered. */
export function useSignInProviders(): OauthProvider[] {
  const config = useConfig();
  return oauthProviders.filter((provider) => config(`oauth.${provider}-enabled`));
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
