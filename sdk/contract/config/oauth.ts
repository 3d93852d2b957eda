import { type ConfigRow, optionalText } from './rows.ts';

const secret = { ...optionalText, secret: true } as const;

/** A provider can only be turned on when it has an id and a secret. */
const enabled = (...requires: string[]) =>
  ({ type: 'boolean', default: false, requires, visibility: 'public' }) as const;

export const oauthRows = {
  'oauth.allowRegistration': { type: 'boolean', default: true, visibility: 'public' },
  'oauth.ignoreTotp': { type: 'boolean', default: false, visibility: 'admin' },
  'oauth.github-enabled': enabled('oauth.github-clientId', 'oauth.github-clientSecret'),
  'oauth.github-clientId': optionalText,
  'oauth.github-clientSecret': secret,
  'oauth.google-enabled': enabled('oauth.google-clientId', 'oauth.google-clientSecret'),
  'oauth.google-clientId': optionalText,
  'oauth.google-clientSecret': secret,
  'oauth.microsoft-enabled': enabled('oauth.microsoft-clientId', 'oauth.microsoft-clientSecret'),
  'oauth.microsoft-tenant': {
    type: 'string',
    default: 'common',
    minLength: 1,
    maxLength: 253,
    format: 'tenant',
    visibility: 'admin',
  },
  'oauth.microsoft-clientId': optionalText,
  'oauth.microsoft-clientSecret': secret,
  'oauth.discord-enabled': enabled('oauth.discord-clientId', 'oauth.discord-clientSecret'),
  'oauth.discord-limitedGuild': { ...optionalText, maxLength: 20, format: 'snowflake' },
  'oauth.discord-clientId': optionalText,
  'oauth.discord-clientSecret': secret,
  'oauth.oidc-enabled': enabled('oauth.oidc-discoveryUri', 'oauth.oidc-clientId', 'oauth.oidc-clientSecret'),
  'oauth.oidc-discoveryUri': { ...optionalText, maxLength: 2000, format: 'httpsAddress' },
  'oauth.oidc-usernameClaim': { ...optionalText, maxLength: 100, format: 'claim' },
  'oauth.oidc-groupsClaim': { ...optionalText, maxLength: 100, format: 'claim' },
  'oauth.oidc-clientId': optionalText,
  'oauth.oidc-clientSecret': { ...secret, sentTo: ['oauth.oidc-discoveryUri'] },
} as const satisfies Record<string, ConfigRow>;
