import type { ImportFinding } from '#sdk/contract/host/imports.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { SourcePlace } from './places.ts';
import type { ByteRecipe } from './source-bytes.ts';
import type { SourceExpiry } from './source-database.ts';

/**
 * What another program has stored, in one form for all of them. Moments are milliseconds since 1970, sizes bytes. `oldId`
 * is the id there. Texts have not been checked.
 */
export interface Source {
  /** Tells instances of the same program apart: the same in every run. */
  id: string;
  version: string;
  users: readonly SourceUser[];
  reverseShares: readonly SourceReverseShare[];
  shares: readonly SourceShare[];
  settings: readonly SourceSetting[];
  /** Counted as found and left out, because the reader has no use for them. */
  left: { shares: number; files: number; settings: number };
  findings: readonly ImportFinding[];
  /** Whatever has to stay open while files are read. */
  close(): void;
}

export interface SourceUser {
  oldId: string;
  username: string;
  email: string;
  /** As stored there; null: signs in without a password. */
  passwordHash: string | null;
  isAdmin: boolean;
  isDisabled: boolean;
  /** Signed in with a directory, which checked the password. */
  isOfDirectory: boolean;
  /** Base32; null: no second factor. */
  totpSecret: string | null;
  /** Codes that still replace one of the authenticator, in their normal form. */
  recoveryCodes: readonly string[];
  quota: number | null;
  createdAt: number;
  links: readonly SourceLink[];
}

/** An account at a sign-in provider. */
export interface SourceLink {
  provider: OauthProvider;
  /** As it is stored here: see `importedIssuer`. */
  issuer: string;
  subject: string;
  name: string | null;
  /** The only client that the provider knows the person by as `subject`; null: all clients. */
  clientId: string | null;
}

export interface SourceReverseShare extends SourceExpiry {
  oldId: string;
  /** The path of its link. */
  path: string;
  ownerOldId: string;
  name: string | null;
  description: string | null;
  passwordHash: string | null;
  /** Expression; null: the default of the instance. */
  shareExpiration: string | null;
  maxShareSize: number | null;
  maxUses: number | null;
  uses: number;
  sendsNotification: boolean;
  hasSimpleForm: boolean;
  isClosed: boolean;
  /** What it receives could be seen by its owner and the sender only. */
  isPrivate: boolean;
  createdAt: number;
}

export interface SourceShare extends SourceExpiry {
  oldId: string;
  /** The link. */
  id: string;
  ownerOldId: string | null;
  reverseShareOldId: string | null;
  name: string | null;
  description: string | null;
  passwordHash: string | null;
  maxViews: number | null;
  views: number;
  createdAt: number;
  /**
   * Who could open it: anyone with the link and the password, only recipients with accounts, or only its owner. A
   * `library` is none there: its files are the owner's own, and in no share.
   */
  audience: 'anyone' | 'recipients' | 'owner' | 'library';
  recipients: readonly string[];
  files: readonly SourceFile[];
}

export interface SourceFile {
  oldId: string;
  path: string;
  /** As stored there. */
  size: number;
  createdAt: number;
  /** Where its bytes can be, best first. */
  places: readonly SourcePlace[];
  /** How they are read; plain if left out. */
  recipe?: ByteRecipe;
  /** Paths of links that show it without its share. */
  links: readonly string[];
}

export interface SourceSetting {
  /** Its name there. */
  name: string;
  /** One of our configuration variables. */
  key: string;
  value: string;
  /** The picture that the value is the address of. */
  logo?: Buffer;
}
