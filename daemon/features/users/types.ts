import type { UserId } from '#sdk/contract/formats/primitives.js';

export interface UserRecord {
  id: UserId;
  username: string;
  /** The normal forms are unique and used for look-ups; see `policy.ts`. */
  usernameKey: string;
  /** Shown to visitors of the user's shares; null: none. */
  displayName: string | null;
  email: string;
  emailKey: string;
  /** null: signs in without a password. */
  passwordHash: string | null;
  isAdmin: boolean;
  /** The sealed secret of the authenticator; null: no second factor. */
  totpSecret: string | null;
  /** Bytes, instead of `share.userQuota`; 0: no limit. */
  quota: number | null;
  disabledAt: number | null;
  lastSignInAt: number | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}
