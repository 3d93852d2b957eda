import { type ConfigRow, optionalText } from './rows.ts';
import { ldapSwitches } from './switches.ts';

/** The name of an attribute (RFC 4512, section 2.5). */
const attribute = { ...optionalText, maxLength: 100, format: 'attribute' } as const;

/** Where the password of the account that searches is sent, and how. */
const sentTo = ['ldap.url', 'ldap.allowUnencrypted'] as const;

export const ldapRows = {
  ...ldapSwitches,
  'ldap.url': { ...optionalText, format: 'ldapAddress' },
  'ldap.allowUnencrypted': { type: 'boolean', default: false, visibility: 'admin' },
  'ldap.caCertificate': {
    type: 'text',
    default: '',
    minLength: 0,
    maxLength: 20_000,
    format: 'certificates',
    visibility: 'admin',
  },
  'ldap.bindDn': optionalText,
  'ldap.bindPassword': { ...optionalText, secret: true, sentTo },
  'ldap.searchBase': optionalText,
  'ldap.userFilter': {
    type: 'string',
    default: '(&(objectClass=person)(|(uid={username})(mail={username})))',
    minLength: 1,
    maxLength: 1000,
    format: 'userFilter',
    visibility: 'admin',
  },
  'ldap.usernameAttribute': { ...attribute, default: 'uid' },
  'ldap.emailAttribute': { ...attribute, default: 'mail' },
  'ldap.displayNameAttribute': { ...attribute, default: 'cn' },
  'ldap.groupAttribute': { ...attribute, default: 'memberOf' },
  'ldap.groupFilter': { ...optionalText, format: 'groupFilter' },
  'ldap.linkByEmail': { type: 'boolean', default: false, visibility: 'admin' },
} as const satisfies Record<string, ConfigRow>;
