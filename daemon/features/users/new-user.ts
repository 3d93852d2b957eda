import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import { newUserId } from '../../crypto/ids.ts';
import { isUniqueViolation } from '../../db/dialect.ts';
import { emailKey, usernameKey } from './policy.ts';
import type { UserRepo } from './repo.ts';
import type { UserRecord } from './types.ts';

interface NewUser {
  email: string;
  username: string;
  passwordHash: string | null;
  isAdmin: boolean;
  quota?: number | null | undefined;
}

export function createUser(user: NewUser, now: number): UserRecord {
  const { email, username, passwordHash, isAdmin, quota = null } = user;
  return {
    id: newUserId(),
    username,
    usernameKey: usernameKey(username),
    displayName: null,
    email,
    emailKey: emailKey(email),
    passwordHash,
    isAdmin,
    totpSecret: null,
    quota,
    disabledAt: null,
    lastSignInAt: null,
    createdAt: now,
  };
}

/** @throws AppError `email_taken`, `username_taken` */
export async function insertUser(users: UserRepo, user: UserRecord): Promise<void> {
  await withTakenErrors(users.insert(user));
}

/** @throws AppError `email_taken` */
export async function setEmail(users: UserRepo, id: UserId, email: string): Promise<void> {
  await withTakenErrors(users.update(id, { email, emailKey: emailKey(email) }));
}

/** Only the index decides when two concurrent requests ask for the same name. */
export async function withTakenErrors<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'users.email_key')) throw new AppError('email_taken');
    if (isUniqueViolation(error, 'users.username_key')) throw new AppError('username_taken');
    throw error;
  }
}
