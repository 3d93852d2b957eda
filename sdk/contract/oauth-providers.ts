/**
 * The providers whose accounts can be used to sign in. `oidc` is any provider that supports OpenID Connect. The list
 * has its own module, so that the first page can use it without loading schemas.
 */
export const oauthProviders = ['github', 'google', 'microsoft', 'discord', 'oidc'] as const;

/**
 * Where an account that signs in without a password of this instance comes from: a provider, the directory (LDAP), or
 * the proxy in front of the server.
 */
export const accountSources = [...oauthProviders, 'ldap', 'proxy'] as const;
