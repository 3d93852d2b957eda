/** The properties of a row in the configuration registry. */

interface RowBase {
  /** `public` variables are readable by everyone through `GET /configs`. */
  visibility: 'public' | 'admin';
  /** The variable cannot be turned on until these have a value. */
  requires?: readonly string[];
}

export interface NumberRow extends RowBase {
  type: 'number';
  default: number;
  min: number;
  max: number;
  unit?: 'hours' | 'days' | 'bytes';
}

export interface BooleanRow extends RowBase {
  type: 'boolean';
  default: boolean;
}

/**
 * The format a text must have, apart from its length.
 *
 * - `origin`: absolute http(s) URL without a path
 * - `webAddress`: absolute http(s) URL
 * - `httpsAddress`: absolute https URL
 * - `locale`: a known language
 * - `expiration`: `never` or a time span like `7-days`
 * - `mailbox`: one email address and nothing else
 * - `timeOfDay`: hours and minutes, `00:00` to `23:59`
 * - `host`: name or address of a server
 * - `clamd`: `unix:/path` or `host:port`
 * - `tenant`: `common`, `organizations`, `consumers`, a domain or a GUID (Microsoft)
 * - `snowflake`: a Discord ID
 * - `claim`: name of a claim (OpenID Connect Core, section 5.1)
 * - `ldapAddress`: `ldap://` or `ldaps://` with a host and an optional port
 * - `certificates`: certificates in PEM
 * - `attribute`: name of an LDAP attribute (RFC 4512, section 2.5)
 * - `userFilter`, `groupFilter`: LDAP filters (RFC 4515) with the placeholders `{username}`, and `{dn}` for groups
 * - `header`: name of an HTTP header (RFC 9110, section 5.1)
 * - `groupRules`: rules of groups, one a line
 * - `color`: `#rrggbb`
 * - `logo`, `cover`: address of an uploaded picture; `PATCH /configs/admin` can only reset it
 */
export type TextFormat =
  | 'origin'
  | 'webAddress'
  | 'httpsAddress'
  | 'locale'
  | 'expiration'
  | 'mailbox'
  | 'host'
  | 'timeOfDay'
  | 'clamd'
  | 'tenant'
  | 'snowflake'
  | 'claim'
  | 'ldapAddress'
  | 'certificates'
  | 'attribute'
  | 'userFilter'
  | 'groupFilter'
  | 'header'
  | 'groupRules'
  | 'color'
  | PictureFormat;

export type PictureFormat = 'logo' | 'cover';

export interface TextRow extends RowBase {
  /** `string` has one line, `text` may have several. */
  type: 'string' | 'text';
  default: string;
  minLength: number;
  maxLength: number;
  format?: TextFormat;
  /** Stored sealed and never returned: readers only see whether it is set. */
  secret?: true;
  /**
   * The variables that decide where a secret is sent. If one changes, the secret is removed, so that nobody can have it
   * sent to themselves.
   */
  sentTo?: readonly string[];
  /** The placeholder names that the text may have in braces; without a list, braces can contain anything. */
  placeholders?: readonly string[];
  /** The text is rendered as Markdown. */
  markdown?: true;
}

export type ConfigRow = NumberRow | BooleanRow | TextRow;

/** A text that can be empty. */
export const optionalText = {
  type: 'string',
  default: '',
  minLength: 0,
  maxLength: 1000,
  visibility: 'admin',
} as const;

/** The type of a variable's effective value. */
export type ValueOfRow<R extends ConfigRow> = {
  number: number;
  boolean: boolean;
  string: string;
  text: string;
}[R['type']];

/**
 * Reads the effective value: the stored text if set, otherwise the default. Numbers are integers; booleans are true
 * only for `true`.
 */
export function readRow<R extends ConfigRow>(row: R, stored: string | null | undefined): ValueOfRow<R>;
export function readRow(row: ConfigRow, stored: string | null | undefined): number | boolean | string {
  if (stored === null || stored === undefined) return row.default;
  if (row.type === 'number') return Number.parseInt(stored, 10);
  if (row.type === 'boolean') return stored === 'true';
  return stored;
}
