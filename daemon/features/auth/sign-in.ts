import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import { newUserId } from '../../crypto/ids.ts';
import type { Passwords } from '../../crypto/passwords.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import { DirectoryError } from '../../ldap/types.ts';
import type { Logger } from '../../logger.ts';
import type { Try } from '../../throttle/counters.ts';
import type { Attempt, Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { UserService } from '../users/service.ts';
import type { UserRecord } from '../users/types.ts';
import type { SignInFinish } from './finish-sign-in.ts';
import { actAs } from './policy.ts';
import type { SessionRepo } from './repos/session-repo.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { LoginTokens } from './tokens/login-tokens.ts';
import type {
  AuthRepos,
  Credentials,
  DirectoryPort,
  EnterFromDirectory,
  LoginChallenge,
  OpenSession,
} from './types.ts';

interface Deps {
  uow: UnitOfWork<AuthRepos>;
  audit: AuditLog;
  countSignIn: CountSignIn;
  directory: DirectoryPort;
  signInFinish: SignInFinish;
  logger: Logger;
  loginTokens: LoginTokens;
  passwords: Passwords;
  secondFactor: SecondFactor;
  sessions: Sessions;
  throttle: Throttle;
  users: UserService;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** Signs in with a password, and with a code if the account requires one. */
export function createSignIn(deps: Deps) {
  const { uow, audit, countSignIn, signInFinish, logger, loginTokens, passwords } = deps;
  const { directory, secondFactor, sessions, throttle, users } = deps;

  /**
   * Unknown accounts and those without a password take as long as a wrong password, and imported hashes that cost less
   * take no less.
   */
  async function isPasswordOf(user: UserRecord | null, password: string): Promise<boolean> {
    if (!user?.passwordHash) return passwords.verifyDummy(password);
    const { passwordHash } = user;
    if (passwords.hasUsualCost(passwordHash)) return passwords.verify(passwordHash, password);
    const [isRight] = await Promise.all([
      passwords.verify(passwordHash, password),
      passwords.verifyDummy(password),
    ]);
    return isRight;
  }

  /**
   * Asks the directory also about accounts that have a password here, because the time must not reveal which do. Null:
   * neither accepts the password. While the directory is away, attempts count as before.
   */
  async function check(
    found: UserRecord | null,
    credentials: Credentials,
    onDirectoryAway: () => void,
  ): Promise<Checked | null> {
    const isRight = await isPasswordOf(found, credentials.password);
    if (isRight && found?.disabledAt === null) return { user: found };
    if (!directory.isEnabled()) return null;
    try {
      const enter = await directory.verify(credentials);
      return enter && { enter };
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      logger.error({ err: error }, 'the directory cannot be asked: its users cannot sign in');
      onDirectoryAway();
      return null;
    }
  }

  /** The identifier is not recorded: people type passwords into the wrong field. */
  async function noteRefusal(user: UserRecord | null, actor: Actor, reason: string): Promise<void> {
    logger.warn({ userId: user?.id ?? null, ip: actor.ip, reason }, 'sign-in failed');
    await audit.record(
      { ...actor, user: null },
      {
        action: 'session.sign_in',
        result: 'refused',
        details: { reason },
        ...(user && { subject: { id: user.id, name: user.username } }),
      },
    );
  }

  return {
    /**
     * @throws AppError `credentials_wrong`, whichever of them was wrong; `directory_unavailable`, `directory_refused`,
     *   `too_many_requests`
     */
    async signIn(credentials: Credentials, actor: Actor): Promise<OpenSession | LoginChallenge> {
      const { identifier, password } = credentials;
      const found = await users.findByIdentifier(identifier);
      const attempt = await countSignIn({ identifier, found }, actor);
      let isDirectoryAway = false;
      const checked = await attempt.guess(() =>
        check(found, credentials, () => {
          isDirectoryAway = true;
        }),
      );
      if (!checked) {
        await noteRefusal(found, actor, isDirectoryAway ? 'directory unavailable' : reasonOf(found));
        throw new AppError(isDirectoryAway ? 'directory_unavailable' : 'credentials_wrong');
      }
      if ('enter' in checked) return checked.enter(actor);
      const user = await users.rehashPassword(checked.user, password);
      const next = await uow.transaction(async (repos) => {
        await repos.lock('user', user.id);
        const current = await repos.users.findById(user.id);
        if (!current || !isStillOpen(current, user)) return null;
        const asksCode = current.totpSecret !== null;
        return signInFinish.open(
          repos,
          { user: current, asksCode, event: { action: 'session.sign_in' } },
          actor,
        );
      });
      if (!next) throw new AppError('credentials_wrong');
      return signInFinish.issue(next);
    },

    /** @throws AppError `login_token_invalid`, `totp_wrong`, `too_many_requests` */
    async signInTotp(
      { loginToken, totp }: { loginToken: string; totp: string },
      actor: Actor,
    ): Promise<OpenSession> {
      const challenged = await loginTokens.find(uow.read, loginToken);
      if (!challenged) throw new AppError('login_token_invalid');
      const attempt = await throttle.attempt('totp', { ip: actor.ip, subject: challenged.user.id });
      const session = await attempt.guess(() =>
        uow.transaction(async (repos, afterCommit) => {
          await repos.lock('user', challenged.user.id);
          const current = await loginTokens.find(repos, loginToken);
          // The login token has expired since: the code is not even checked.
          if (!current) throw new AppError('login_token_invalid');
          const { user, provider } = current;
          const owner = actAs(actor, user);
          if (!(await secondFactor.accept({ repos, afterCommit }, { user, code: totp, owner }))) {
            await loginTokens.addFailure(repos, loginToken);
            return null;
          }
          await loginTokens.remove(repos, loginToken);
          const details = { secondFactor: true, ...(provider && { provider }) };
          await audit.note(repos.audit, owner, { action: 'session.sign_in', details });
          return sessions.add(repos, user, actor);
        }),
      );
      if (!session) {
        await noteRefusal(challenged.user, actor, 'code');
        throw new AppError('totp_wrong');
      }
      return sessions.issue(session);
    },
  };
}

/** An account here, or what signs in somebody from the directory. */
type Checked = { user: UserRecord } | { enter: EnterFromDirectory };

function reasonOf(user: UserRecord | null): string {
  if (!user) return 'unknown';
  if (user.disabledAt !== null) return 'disabled';
  return user.passwordHash === null ? 'no password' : 'password';
}

/** Since the check of the password, it may have been changed or the account disabled. */
function isStillOpen(current: UserRecord, checked: UserRecord): boolean {
  return current.passwordHash === checked.passwordHash && current.disabledAt === null;
}

interface SignInAttemptsDeps {
  uow: UnitOfWork<{ sessions: SessionRepo }>;
  clock: Clock;
  /** Returns one name for all clients behind the same line. */
  networkOf(ip: string): string;
  throttle: Throttle;
  users: Pick<UserService, 'identifierKey'>;
}

/**
 * Counts an attempt to sign in by the identifier that was typed, whether an account has it or not.
 *
 * @throws AppError `too_many_requests`
 */
type CountSignIn = (
  attempt: { identifier: string; found: UserRecord | null },
  from: { ip: string },
) => Promise<Attempt>;

export function createCountSignIn({
  uow,
  clock,
  networkOf,
  throttle,
  users,
}: SignInAttemptsDeps): CountSignIn {
  /** Queries the database for unknown names too, because the time must not reveal which exist. */
  async function isSignedInFrom(network: string, user: UserRecord | null): Promise<boolean> {
    const addresses = await uow.read.sessions.listAddresses(user?.id ?? newUserId(), clock.now());
    return addresses.some((ip) => networkOf(ip) === network);
  }

  return async ({ identifier, found }, { ip }) => {
    const network = networkOf(ip);
    const subject = users.identifierKey(identifier);
    const fromHere: Try = ['signIn', { ip, subject: `${subject} ${network}` }];
    // Strangers who use up the limit of an account must not lock its owner out.
    if (await isSignedInFrom(network, found)) return throttle.attemptAll([fromHere]);
    return throttle.attemptAll([fromHere, ['signInAnywhere', { ip, subject }]]);
  };
}
