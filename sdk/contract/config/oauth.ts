import { type ConfigRow, optionalText } from './rows.ts';
import { oauthSwitches } from './switches.ts';

const secret = { ...optionalText, secret: true } as const;

export const oauthRows = {
  'oauth.allowRegistration': oauthSwitches['oauth.allowRegistration'],
  'oauth.ignoreTotp': { type: 'boolean', default: false, visibility: 'admin' },
  'oauth.github-enabled': oauthSwitches['oauth.github-enabled'],
  'oauth.github-clientId': optionalText,
  'oauth.github-clientSecret': secret,
  'oauth.google-enabled': oauthSwitches['oauth.google-enabled'],
  'oauth.google-clientId': optionalText,
  'oauth.google-clientSecret': secret,
  'oauth.microsoft-enabled': oauthSwitches['oauth.microsoft-enabled'],
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
  'oauth.discord-enabled': oauthSwitches['oauth.discord-enabled'],
  'oauth.discord-limitedGuild': { ...optionalText, maxLength: 20, format: 'snowflake' },
  'oauth.discord-clientId': optionalText,
  'oauth.discord-clientSecret': secret,
  'oauth.oidc-enabled': oauthSwitches['oauth.oidc-enabled'],
  'oauth.oidc-discoveryUri': { ...optionalText, maxLength: 2000, format: 'httpsAddress' },
  'oauth.oidc-usernameClaim': { ...optionalText, maxLength: 100, format: 'claim' },
  'oauth.oidc-groupsClaim': { ...optionalText, maxLength: 100, format: 'claim' },
  'oauth.oidc-clientId': optionalText,
  'oauth.oidc-clientSecret': { ...secret, sentTo: ['oauth.oidc-discoveryUri'] },
} as const satisfies Record<string, ConfigRow>;
