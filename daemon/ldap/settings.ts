import type { ConfigKey, ConfigValue } from '#sdk/contract/config.js';
import type { LdapSettings } from './types.ts';

/** Reads the current settings of the directory. */
export function readLdapSettings(config: { get<K extends ConfigKey>(key: K): ConfigValue<K> }): LdapSettings {
  return {
    url: config.get('ldap.url'),
    allowUnencrypted: config.get('ldap.allowUnencrypted'),
    caCertificate: config.get('ldap.caCertificate'),
    bindDn: config.get('ldap.bindDn'),
    bindPassword: config.get('ldap.bindPassword'),
    searchBase: config.get('ldap.searchBase'),
    userFilter: config.get('ldap.userFilter'),
    usernameAttribute: config.get('ldap.usernameAttribute'),
    emailAttribute: config.get('ldap.emailAttribute'),
    displayNameAttribute: config.get('ldap.displayNameAttribute'),
    groupAttribute: config.get('ldap.groupAttribute'),
    groupFilter: config.get('ldap.groupFilter'),
  };
}
