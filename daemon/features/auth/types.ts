import type { SessionId, UserId } from '#sdk/contract/formats/primitives.js';
import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Lock } from '../../db/locks.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AccountAccessRepo } from '../users/access-repo.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserRecord } from '../users/types.ts';
import type { DeliveryRepo } from '../webhooks/delivery-repo.ts';

import type { LoginTokenRepo } from './repos/login-token-repo.ts';
import type { ProgramCodeRepo } from './repos/program-code-repo.ts';
import type { SessionRepo } from './repos/session-repo.ts';
import type { TotpRepo } from './repos/totp-repo.ts';

export interface AuthRepos {
  lock: Lock;
  users: UserRepo;
  accountAccess: AccountAccessRepo;
  sessions: SessionRepo;
  loginTokens: LoginTokenRepo;
  programCodes: ProgramCodeRepo;
  totps: TotpRepo;
  audit: AuditRepo;
  webhookDeliveries: DeliveryRepo;
}

/** A refresh token that was replaced a moment ago. */
export interface SpentToken {
  hash: string;
  /** When it was replaced. */
  at: number;
}

/** Moments are milliseconds since 1970. */
export interface SessionRecord {
  id: SessionId;
  userId: UserId;
  /** Hash of the refresh token in use. */
  refreshHash: string;
  /** Oldest first. */
  spentTokens: readonly SpentToken[];
  rotatedAt: number;
  createdAt: number;
  expiresAt: number;
  userAgent: string | null;
  /** Address at the last refresh. */
  ip: string | null;
}

/** Where a request comes from: any `Actor` fits. */
export type Origin = Pick<Actor, 'ip' | 'userAgent' | 'requestId'>;

/** A session with its tokens, which are not stored anywhere. */
export interface OpenSession {
  user: UserRecord;
  accessToken: string;
  accessTokenExpiresAt: number;
  refreshToken: string;
  expiresAt: number;
}

export interface Credentials {
  /** An e-mail address if it contains an at sign, otherwise a user name. */
  identifier: string;
  password: string;
}

/** The password was right; a code is asked for next. */
export interface LoginChallenge {
  loginToken: string;
  expiresAt: number;
}

export interface LoginTokenRecord {
  tokenHash: string;
  userId: UserId;
  /** Tells whether the password is still the one that was given. */
  passwordMark: string;
  /** The provider that the user signed in with; null: a password. */
  provider: AccountSource | null;
  /** Number of wrong codes. */
  failures: number;
  expiresAt: number;
}

/** The code that a browser passes to a program. */
export interface ProgramCode {
  code: string;
  expiresAt: number;
}

export interface ProgramCodeRecord {
  codeHash: string;
  /** The session of the browser that authorizes the program. */
  sessionId: SessionId;
  /** RFC 7636, section 4.2, with the method S256. */
  codeChallenge: string;
  expiresAt: number;
}

/** The purpose of a mailed link: a new password, the first one, a new address. */
export type LinkPurpose = 'reset' | 'invite' | 'email';

export interface LinkRecord {
  userId: UserId;
  purpose: LinkPurpose;
  tokenHash: string;
  /** The address it was mailed to. */
  email: string;
  expiresAt: number;
}

/** The directory (LDAP), for people whose password this instance does not know. */
export interface DirectoryPort {
  isEnabled(): boolean;
  /**
   * Checks a password, and returns what signs its owner in. Null: it is wrong.
   *
   * @throws DirectoryError
   */
  verify(credentials: Credentials): Promise<EnterFromDirectory | null>;
}

/** @throws AppError `directory_refused`, `too_many_requests` */
export type EnterFromDirectory = (actor: Actor) => Promise<OpenSession | LoginChallenge>;
