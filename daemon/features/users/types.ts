import type { UserId } from '#sdk/contract/formats/primitives.js';

export interface UserRecord {
  id: UserId;
  username: string;
  /** The normal forms are what is unique and looked up; see `policy.ts`. */
  usernameKey: string;
  email: string;
  emailKey: string;
  /** null: signs in by other means than a password. */
  passwordHash: string | null;
  isAdmin: boolean;
  /** The sealed secret of the authenticator; null: no second factor. */
  totpSecret: string | null;
  /** Bytes, in place of `share.userQuota`; 0: no limit. */
  quota: number | null;
  disabledAt: number | null;
  lastSignInAt: number | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}
