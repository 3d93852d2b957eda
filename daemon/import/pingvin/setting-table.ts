import type { ConfigKey } from '#sdk/contract/config.js';
import { isLocaleCode, localeCodes } from '#sdk/i18n/locales.js';
import { expressionOf, hoursOf } from './time-spans.ts';

/** Our variable for a setting. */
export interface Counterpart {
  key: ConfigKey;
  /** Returns the value for our variable; null: there is none. As it is, if left out. */
  convert?(text: string): string | null;
  /**
   * What happens to the default of the program where ours is another one: what people may do stays the same for them,
   * and other differences are told. Ours applies silently if left out, for example to its name and the texts of mails.
   */
  atDefault?: 'imported' | 'told';
  /** The switch that must be on for the default to matter. */
  onlyWith?: string;
}

/** Settings that moved from one category to another are found by their name alone. */
const byName: Readonly<Record<string, Counterpart>> = {
  appName: { key: 'general.appName' },
  showHomePage: { key: 'general.showHomePage', atDefault: 'imported' },
  sessionDuration: { key: 'general.sessionDuration', convert: hoursOf, atDefault: 'imported' },
  defaultLanguage: { key: 'general.defaultLocale', convert: localeFor },
  allowRegistration: { key: 'share.allowRegistration', atDefault: 'imported' },
  allowUnauthenticatedShares: { key: 'share.allowUnauthenticatedShares', atDefault: 'imported' },
  maxExpiration: { key: 'share.maxExpiration', convert: hoursOf, atDefault: 'imported' },
  defaultExpiration: { key: 'share.defaultExpiration', convert: expressionOf, atDefault: 'imported' },
  fileRetentionPeriod: { key: 'share.retention', convert: hoursOf, atDefault: 'imported' },
  maxSize: { key: 'share.maxSize', atDefault: 'imported' },
  zipCompressionLevel: { key: 'share.zipCompressionLevel', atDefault: 'told' },
  chunkSize: { key: 'share.chunkSize', atDefault: 'told' },
  shareIdLength: {
    key: 'share.idLength',
    convert: (text) => String(Math.max(10, Number(text))),
    atDefault: 'told',
  },
  enableShareEmailRecipients: { key: 'email.enableShareEmailRecipients', atDefault: 'imported' },
};

/** Settings whose names would mean something else in another category. */
const byFullName: Readonly<Record<string, Counterpart>> = {
  'oauth.allowRegistration': { key: 'oauth.allowRegistration', atDefault: 'imported' },
  'oauth.ignoreTotp': { key: 'oauth.ignoreTotp', atDefault: 'imported' },
  // Ours is the name of a claim, and that of the program a path into them (JMESPath).
  'oauth.oidc-rolePath': {
    key: 'oauth.oidc-groupsClaim',
    convert: (path) => (/^\w+$/.test(path) ? path : null),
  },
  // Old versions take several addresses.
  'ldap.url': { key: 'ldap.url', convert: (text) => (text.includes(',') ? null : text) },
  'ldap.searchQuery': {
    key: 'ldap.userFilter',
    convert: (filter) => filter.replaceAll('%username%', '{username}'),
  },
  'ldap.fieldNameMemberOf': { key: 'ldap.groupAttribute', atDefault: 'imported', onlyWith: 'ldap.enabled' },
  'ldap.fieldNameEmail': { key: 'ldap.emailAttribute', atDefault: 'imported', onlyWith: 'ldap.enabled' },
  'ldap.fieldNameDisplayName': { key: 'ldap.displayNameAttribute' },
};

/** Settings that have equal names here. */
const equal: readonly ConfigKey[] = [
  'email.shareRecipientsSubject',
  'email.shareRecipientsMessage',
  'email.reverseShareSubject',
  'email.reverseShareMessage',
  'email.resetPasswordSubject',
  'email.resetPasswordMessage',
  'email.inviteSubject',
  'email.inviteMessage',
  'smtp.enabled',
  'smtp.host',
  'smtp.port',
  'smtp.email',
  'smtp.username',
  'smtp.password',
  'smtp.allowUnauthorizedCertificates',
  'legal.enabled',
  'legal.imprintText',
  'legal.imprintUrl',
  'legal.privacyPolicyText',
  'legal.privacyPolicyUrl',
  'oauth.github-enabled',
  'oauth.github-clientId',
  'oauth.github-clientSecret',
  'oauth.google-enabled',
  'oauth.google-clientId',
  'oauth.google-clientSecret',
  'oauth.microsoft-enabled',
  'oauth.microsoft-tenant',
  'oauth.microsoft-clientId',
  'oauth.microsoft-clientSecret',
  'oauth.discord-enabled',
  'oauth.discord-limitedGuild',
  'oauth.discord-clientId',
  'oauth.discord-clientSecret',
  'oauth.oidc-enabled',
  'oauth.oidc-discoveryUri',
  'oauth.oidc-usernameClaim',
  'oauth.oidc-clientId',
  'oauth.oidc-clientSecret',
  'ldap.enabled',
  'ldap.bindDn',
  'ldap.bindPassword',
  'ldap.searchBase',
];

/** Returns our variable for a setting; undefined: there is none. */
export function counterpartOf({
  category,
  name,
}: {
  category: string;
  name: string;
}): Counterpart | undefined {
  const full = `${category}.${name}`;
  const key = equal.find((same) => same === full);
  return key ? { key } : (byFullName[full] ?? byName[name]);
}

/** Returns our code of a language: `ru-RU` is `ru`, and `pt-PT` the Portuguese that there is. */
function localeFor(tag: string): string | null {
  if (isLocaleCode(tag)) return tag;
  const [language = ''] = tag.split('-');
  return localeCodes.find((code) => code === language || code.startsWith(`${language}-`)) ?? null;
}
