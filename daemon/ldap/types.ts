/** The directory and what it is asked; see the configuration variables `ldap.…`. */
export interface LdapSettings {
  /** RFC 4516: `ldap://` (encrypted with StartTLS) or `ldaps://`. */
  url: string;
  /** `ldap://` is used without StartTLS. */
  allowUnencrypted: boolean;
  /** PEM; empty: the authorities that Node trusts. */
  caCertificate: string;
  /** Empty: searches anonymously. */
  bindDn: string;
  bindPassword: string;
  searchBase: string;
  userFilter: string;
  usernameAttribute: string;
  emailAttribute: string;
  displayNameAttribute: string;
  groupAttribute: string;
  /** Empty: groups are only in `groupAttribute`. */
  groupFilter: string;
}

export interface DirectoryUser {
  /** `entryUUID` (RFC 4530), `objectGUID` (Active Directory), or the DN if the entry has neither. */
  id: string;
  username: string | null;
  email: string | null;
  displayName: string | null;
  /** The DN of each group, and its name without the path. */
  groups: readonly string[];
}

/** The directory does not answer, or not as the settings expect. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
}
