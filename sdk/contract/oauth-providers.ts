/**
 * The providers whose accounts can be used to sign in. `oidc` is any provider that supports OpenID Connect. The list
 * has its own module, so that the first page can use it without loading schemas.
 */
export const oauthProviders = ['github', 'google', 'microsoft', 'discord', 'oidc'] as const;
