import { type ConfigRow, optionalText } from './rows.ts';

/** The few variables of the other categories that everyone may read: the page of every visitor loads only these. */
export const emailSwitches = {
  'email.enableShareEmailRecipients': {
    type: 'boolean',
    default: false,
    requires: ['smtp.enabled'],
    visibility: 'public',
  },
} as const satisfies Record<string, ConfigRow>;

export const smtpSwitches = {
  'smtp.enabled': {
    type: 'boolean',
    default: false,
    requires: ['smtp.host', 'smtp.port', 'smtp.email'],
    visibility: 'public',
  },
} as const satisfies Record<string, ConfigRow>;

/** A provider can only be turned on when it has an id and a secret. */
const provider = (...requires: string[]) =>
  ({ type: 'boolean', default: false, requires, visibility: 'public' }) as const;

export const oauthSwitches = {
  'oauth.allowRegistration': { type: 'boolean', default: true, visibility: 'public' },
  'oauth.github-enabled': provider('oauth.github-clientId', 'oauth.github-clientSecret'),
  'oauth.google-enabled': provider('oauth.google-clientId', 'oauth.google-clientSecret'),
  'oauth.microsoft-enabled': provider('oauth.microsoft-clientId', 'oauth.microsoft-clientSecret'),
  'oauth.discord-enabled': provider('oauth.discord-clientId', 'oauth.discord-clientSecret'),
  'oauth.oidc-enabled': provider('oauth.oidc-discoveryUri', 'oauth.oidc-clientId', 'oauth.oidc-clientSecret'),
} as const satisfies Record<string, ConfigRow>;

export const ldapSwitches = {
  'ldap.enabled': {
    type: 'boolean',
    default: false,
    requires: ['ldap.url', 'ldap.searchBase'],
    visibility: 'public',
  },
} as const satisfies Record<string, ConfigRow>;

export const proxySwitches = {
  'proxy.enabled': {
    type: 'boolean',
    default: false,
    requires: ['proxy.userHeader'],
    visibility: 'public',
  },
  'proxy.signOutUrl': { ...optionalText, maxLength: 2000, format: 'webAddress', visibility: 'public' },
} as const satisfies Record<string, ConfigRow>;
