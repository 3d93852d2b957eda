/** What a row of the configuration registry says about its variable. */

interface RowBase {
  /** `public` variables are readable by everyone through `GET /configs`. */
  visibility: 'public' | 'admin';
  /** Cannot be switched on before these have a value. */
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
 * What a text must be, beside its length.
 *
 * - `origin`: absolute http(s) URL without a path
 * - `webAddress`: absolute http(s) URL
 * - `httpsAddress`: absolute https URL
 * - `locale`: a known language
 * - `expiration`: `never` or a time span like `7-days`
 * - `mailbox`: one e-mail address and nothing beside it
 * - `host`: name or address of a server
 * - `tenant`: `common`, `organizations`, `consumers`, a domain or a GUID (Microsoft)
 * - `snowflake`: an id of Discord
 * - `claim`: name of a claim (OpenID Connect Core, section 5.1)
 * - `picture`: address of an uploaded picture; `PATCH /configs/admin` can only reset it
 */
export type TextFormat =
  | 'origin'
  | 'webAddress'
  | 'httpsAddress'
  | 'locale'
  | 'expiration'
  | 'mailbox'
  | 'host'
  | 'tenant'
  | 'snowflake'
  | 'claim'
  | 'picture';

export interface TextRow extends RowBase {
  /** `string` has one line, `text` may have several. */
  type: 'string' | 'text';
  default: string;
  minLength: number;
  maxLength: number;
  format?: TextFormat;
  /** Stored sealed and answered to nobody: one sees only that it is set. */
  secret?: true;
  /**
   * What decides where a secret is sent: with another value there it is forgotten, so that nobody can have it sent to
   * himself.
   */
  sentTo?: readonly string[];
  /** The names that the text may have between braces; other texts may have any braces. */
  placeholders?: readonly string[];
  /** Read as Markdown. */
  markdown?: true;
}

export type ConfigRow = NumberRow | BooleanRow | TextRow;

/** A text that need not be there. */
export const optionalText = {
  type: 'string',
  default: '',
  minLength: 0,
  maxLength: 1000,
  visibility: 'admin',
} as const;
