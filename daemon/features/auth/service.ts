import { AppError } from '#sdk/contract/errors.js';
import type { SessionId } from '#sdk/contract/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Passwords } from '../../crypto/passwords.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Authenticator } from '../../http/actor.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { ConfigService } from '../config/service.ts';
import type { NewAccount } from '../users/policy.ts';
import type { UserRepo } from '../users/repo.ts';
import type { UserService } from '../users/service.ts';
import type { UserRecord } from '../users/types.ts';
import { createAccessTokens } from './access-token.ts';
import { createAuthJobs } from './jobs.ts';
import { createRefreshTokens } from './refresh-token.ts';
import type { SessionRepo } from './repo.ts';
import { createSessions } from './sessions.ts';
import type { SetupToken } from './setup-token.ts';
import type { OpenSession, Origin } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ sessions: SessionRepo; users: UserRepo; audit: AuditRepo }>;
  audit: AuditTrail;
  config: ConfigService;
  users: UserService;
  passwords: Passwords;
  setupToken: SetupToken;
  /** The instance's secret. */
  secretKey: string;
  clock: Clock;
  logger: Logger;
}

export interface Credentials {
  /** An e-mail address when it contains an at-sign, else a user name. */
  identifier: string;
  password: string;
}

export interface AuthService {
  setupStatus(): Promise<{ adminExists: boolean; finished: boolean }>;
  /**
   * Creates the first administrator and signs in.
   *
   * @throws AppError `setup_already_done`, `setup_token_wrong`, `password_too_common`
   */
  setup(claim: NewAccount & { setupToken: string }, origin: Origin): Promise<OpenSession>;
  /** @throws AppError `credentials_wrong`, whatever of them was wrong */
  signIn(credentials: Credentials, origin: Origin): Promise<OpenSession>;
  /** @throws AppError `session_expired` */
  refresh(refreshToken: string, origin: Origin): Promise<OpenSession>;
  /** Ends a session; nothing happens when it has ended already. */
  signOut(sessionId: SessionId, origin: Origin): Promise<void>;
  findSessionOf(accessToken: string): Promise<SessionId | null>;
  verifySession: Authenticator['verifySession'];
  jobs: readonly JobSpec[];
}

export function createAuthService(deps: Deps): AuthService {
  const { config, users, passwords, setupToken, secretKey, clock, logger } = deps;
  const sessions = createSessions({
    ...deps,
    accessTokens: createAccessTokens(secretKey, clock),
    refreshTokens: createRefreshTokens(secretKey),
  });

  /** Unknown accounts and those without a password take as long as a wrong password. */
  async function isPasswordOf(user: UserRecord | null, password: string): Promise<boolean> {
    return user?.passwordHash
      ? passwords.verify(user.passwordHash, password)
      : passwords.verifyDummy(password);
  }

  return {
    async setupStatus() {
      const [adminExists, finished] = await Promise.all([users.hasAdmin(), config.isSetupFinished()]);
      return { adminExists, finished };
    },

    async setup({ setupToken: presented, ...account }, origin) {
      if (await users.hasAdmin()) throw new AppError('setup_already_done');
      if (!(await setupToken.matches(presented))) {
        logger.warn({ ip: origin.ip }, 'wrong setup token');
        throw new AppError('setup_token_wrong');
      }
      const user = await users.createFirstAdmin(account);
      logger.info({ userId: user.id, ip: origin.ip }, 'first administrator created');
      await setupToken.remove();
      return sessions.open(user, origin);
    },

    async signIn({ identifier, password }, origin) {
      const user = await users.findByIdentifier(identifier);
      if (!(await isPasswordOf(user, password)) || !user) {
        // The identifier stays out of the log: people type passwords into the wrong field.
        logger.warn({ userId: user?.id ?? null, ip: origin.ip }, 'sign-in failed');
        throw new AppError('credentials_wrong');
      }
      await users.rehashPassword(user, password);
      return sessions.open(user, origin);
    },

    refresh: sessions.refresh,
    signOut: sessions.close,
    findSessionOf: sessions.findByAccessToken,
    verifySession: sessions.verify,
    jobs: createAuthJobs(deps),
  };
}
