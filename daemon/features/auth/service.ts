import { AppError } from '#sdk/contract/errors.js';
import type { SessionId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Passwords } from '../../crypto/passwords.ts';
import { createRecoveryCodes } from '../../crypto/recovery-codes.ts';
import type { Seal } from '../../crypto/seal.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor, Authenticator } from '../../http/actor.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { ConfigService } from '../config/service.ts';
import type { ClockWatch } from '../system/clock-watch.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { NewAccount } from '../users/policy.ts';
import type { UserService } from '../users/service.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { createSignInFinish, type SignInFinish } from './finish-sign-in.ts';
import { createAuthJobs } from './jobs.ts';
import { type ChangePassword, createChangePassword } from './password.ts';
import { createProgramSignIn, type ProgramSignIn } from './program-sign-in.ts';
import { createSecondFactor } from './second-factor.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createCountSignIn, createSignIn, type SignIn } from './sign-in.ts';
import { createSignUp, type SignUp } from './sign-up.ts';
import { createAccessTokens, createRefreshTokens } from './tokens/access-token.ts';
import { createLoginTokens } from './tokens/login-tokens.ts';
import type { SetupToken } from './tokens/setup-token.ts';
import { createTotpService, type TotpService } from './totp.ts';
import type { AuthRepos, DirectoryPort, OpenSession, Origin } from './types.ts';

interface Deps {
  announceEvent: AnnounceEvent;
  uow: UnitOfWork<AuthRepos>;
  audit: AuditLog;
  config: ConfigService;
  confirmPassword: ConfirmPassword;
  directory: DirectoryPort;
  mails: Pick<AccountMails<AuthRepos>, 'sendNotice'>;
  /** Returns one name for all clients behind the same line. */
  networkOf(ip: string): string;
  users: UserService;
  passwords: Passwords;
  seal: Seal;
  setupToken: SetupToken;
  /** The secret key of the instance. */
  secretKey: string;
  throttle: Throttle;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'deletionTime'>;
  logger: Logger;
}

export interface AuthService {
  setupStatus(): Promise<{ adminExists: boolean; finished: boolean }>;
  /**
   * Creates the first administrator and signs in.
   *
   * @throws AppError `setup_already_done`, `setup_token_wrong`, `password_too_common`
   */
  setup(claim: NewAccount & { setupToken: string }, actor: Actor): Promise<OpenSession>;
  signUp: SignUp;
  signIn: SignIn['signIn'];
  signInTotp: SignIn['signInTotp'];
  /** The last step of the other ways to sign in. */
  signInFinish: SignInFinish;
  changePassword: ChangePassword;
  authorizeProgram: ProgramSignIn['authorizeProgram'];
  signInProgram: ProgramSignIn['signInProgram'];
  /** @throws AppError `session_expired` */
  refresh(refreshToken: string, origin: Origin): Promise<OpenSession>;
  /** Ends a session; does nothing if it has already ended. */
  signOut(sessionId: SessionId, origin: Origin): Promise<void>;
  findSessionOf(accessToken: string): Promise<SessionId | null>;
  findOwner: Sessions['findOwner'];
  isOver: Sessions['isOver'];
  totp: TotpService;
  verifySession: Authenticator['verifySession'];
  jobs: readonly JobSpec[];
}

export function createAuthService(deps: Deps): AuthService {
  const { audit, throttle, config, users, setupToken, secretKey, clock, logger } = deps;
  const sessions = createSessions({
    ...deps,
    accessTokens: createAccessTokens(secretKey, clock),
    refreshTokens: createRefreshTokens(secretKey),
  });
  const recoveryCodes = createRecoveryCodes(secretKey);
  const secondFactor = createSecondFactor({ ...deps, recoveryCodes });
  const loginTokens = createLoginTokens({ clock });
  const signInFinish = createSignInFinish({ audit, loginTokens, sessions });
  const signIn = createSignIn({
    ...deps,
    countSignIn: createCountSignIn(deps),
    signInFinish,
    loginTokens,
    secondFactor,
    sessions,
  });

  return {
    async setupStatus() {
      const [adminExists, finished] = await Promise.all([users.hasAdmin(), config.isSetupFinished()]);
      return { adminExists, finished };
    },

    async setup({ setupToken: presented, ...account }, actor) {
      if (await users.hasAdmin()) throw new AppError('setup_already_done');
      if (!(await setupToken.matches(presented))) {
        // The token cannot be guessed; the limit keeps attempts from filling the log.
        await throttle.attempt('setup', { ip: actor.ip });
        logger.warn({ ip: actor.ip }, 'wrong setup token');
        await audit.record(actor, {
          action: 'setup.claim',
          result: 'refused',
          details: { reason: 'setup_token_wrong' },
        });
        throw new AppError('setup_token_wrong');
      }
      const user = await users.createFirstAdmin(account, actor);
      logger.info({ userId: user.id, ip: actor.ip }, 'first administrator created');
      await setupToken.remove();
      return sessions.open(user, actor);
    },

    signUp: createSignUp({ ...deps, sessions }),
    ...signIn,
    signInFinish,
    changePassword: createChangePassword(deps),
    ...createProgramSignIn({ ...deps, sessions }),
    refresh: sessions.refresh,
    signOut: sessions.close,
    findSessionOf: sessions.findByAccessToken,
    findOwner: sessions.findOwner,
    isOver: sessions.isOver,
    totp: createTotpService({ ...deps, recoveryCodes, secondFactor }),
    verifySession: sessions.verify,
    jobs: createAuthJobs(deps),
  };
}
