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
  dn: string;
  /** `entryUUID` (RFC 4530), `objectGUID` (Active Directory), or the DN if the entry has neither. */
  id: string;
  username: string | null;
  email: string | null;
  /** All addresses of the entry. */
  emails: readonly string[];
  displayName: string | null;
  /** The groups as the directory lists them: usually their DNs. */
  groupDns: readonly string[];
  /** The same, each also with its name without the path. */
  groups: readonly string[];
}

export type DirectoryProblem =
  /** There is no connection, or it has ended. */
  | 'unreachable'
  | 'untrusted'
  /** The connection cannot be encrypted. */
  | 'unencrypted'
  /** The account that searches may not. */
  | 'bindRefused'
  | 'baseMissing'
  /** The directory refuses something else. */
  | 'refused';

/** The directory does not answer, or not as the settings expect. The message is one line of at most 300 characters. */
export class DirectoryError extends Error {
  override readonly name = 'DirectoryError';
  readonly problem: DirectoryProblem;

  constructor(problem: DirectoryProblem, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.problem = problem;
  }
}

function reasonOf(cause: unknown): string {
  // A host with several addresses fails with one error per address and no message.
  const first: unknown = cause instanceof AggregateError ? (cause.errors[0] ?? cause) : cause;
  const { name, message } = first instanceof Error ? first : { name: '', message: String(first) };
  const text = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  // Directories often say nothing but the code.
  return (/^(?:Code: \w+)?$/.test(text) ? `${name} ${text}`.trim() : text).slice(0, 300);
}
