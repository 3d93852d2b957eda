import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { UserRecord } from './types.ts';

export interface UserRow {
  id: string;
  username: string;
  username_key: string;
  display_name: string | null;
  email: string;
  email_key: string;
  password_hash: string | null;
  is_admin: number;
  totp_secret: string | null;
  quota: number | null;
  disabled_at: number | null;
  last_sign_in_at: number | null;
  created_at: number;
}

export function fromRow(row: UserRow): UserRecord {
  return {
    id: row.id as UserId,
    username: row.username,
    usernameKey: row.username_key,
    displayName: row.display_name,
    email: row.email,
    emailKey: row.email_key,
    passwordHash: row.password_hash,
    isAdmin: row.is_admin === 1,
    totpSecret: row.totp_secret,
    quota: row.quota,
    disabledAt: row.disabled_at,
    lastSignInAt: row.last_sign_in_at,
    createdAt: row.created_at,
  };
}

export function toRow(user: UserRecord): UserRow {
  return {
    id: user.id,
    username: user.username,
    username_key: user.usernameKey,
    display_name: user.displayName,
    email: user.email,
    email_key: user.emailKey,
    password_hash: user.passwordHash,
    is_admin: user.isAdmin ? 1 : 0,
    totp_secret: user.totpSecret,
    quota: user.quota,
    disabled_at: user.disabledAt,
    last_sign_in_at: user.lastSignInAt,
    created_at: user.createdAt,
  };
}

const columns = {
  username: 'username',
  usernameKey: 'username_key',
  displayName: 'display_name',
  email: 'email',
  emailKey: 'email_key',
  passwordHash: 'password_hash',
  isAdmin: 'is_admin',
  totpSecret: 'totp_secret',
  quota: 'quota',
  disabledAt: 'disabled_at',
} as const satisfies Partial<Record<keyof UserRecord, keyof UserRow>>;

/** The fields of an account that can be changed individually. */
export type UserChange = Partial<Pick<UserRecord, keyof typeof columns>>;

export function toChange(change: UserChange): Partial<UserRow> {
  const entries = Object.entries(columns).filter(([name]) => name in change);
  return Object.fromEntries(
    entries.map(([name, column]) => {
      const value = change[name as keyof typeof columns];
      return [column, typeof value === 'boolean' ? Number(value) : value];
    }),
  );
}
