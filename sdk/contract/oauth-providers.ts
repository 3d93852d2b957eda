/**
 * Whose accounts can be used to sign in. `oidc` is any provider that speaks OpenID Connect. By itself, so that the first
 * page knows them without a schema.
 */
export const oauthProviders = ['github', 'google', 'microsoft', 'discord', 'oidc'] as const;
