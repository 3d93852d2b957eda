import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Logger } from '../../logger.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditDetails } from '../audit/types.ts';
import type { UserRepo } from '../users/repo.ts';
import type { WorkloadAccessTokens } from './access-tokens.ts';
import { type Issuers, UntrustedTokenError } from './issuers.ts';
import { accessTokenLifetime, findMismatch } from './policy.ts';
import type { WorkloadIdentityRepo } from './repo.ts';
import type { WorkloadClaims, WorkloadIdentityRecord } from './types.ts';

interface SignInRepos {
  lock: Lock;
  workloadIdentities: WorkloadIdentityRepo;
  users: UserRepo;
  audit: AuditRepo;
}

interface Deps {
  uow: UnitOfWork<SignInRepos>;
  clock: Clock;
  audit: AuditLog;
  logger: Logger;
  throttle: Throttle;
  issuers: Issuers;
  accessTokens: WorkloadAccessTokens;
}

export interface WorkloadSignIn {
  /**
   * Exchanges the token that a system has signed for a workload. If it meets the conditions of several workload
   * identities, the oldest applies.
   *
   * @throws AppError `workload_refused`, whatever the reason; `too_many_requests`
   */
  signIn(token: string, actor: Actor): Promise<{ accessToken: string; expiresAt: number }>;
}

/** A token whose signature is right, and the rule that it meets. */
interface Match {
  identity: WorkloadIdentityRecord;
  claims: WorkloadClaims;
}

/** Why a token is refused. Only verified claims are named. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly details: AuditDetails;

  constructor(details: AuditDetails & { reason: string }, cause?: unknown) {
    super(details.reason, cause === undefined ? undefined : { cause });
    this.details = details;
  }
}

export function createWorkloadSignIn(deps: Deps): WorkloadSignIn {
  const { uow, clock, audit, logger, throttle, issuers, accessTokens } = deps;

  /** @throws Refusal */
  async function match(token: string): Promise<Match> {
    const issuer = await issuers.named(token);
    if (issuer === null) throw new Refusal({ reason: 'malformed' });
    const identities = await uow.read.workloadIdentities.listOfIssuer(issuer);
    if (identities.length === 0) throw new Refusal({ reason: 'unknown issuer' });
    const claims = await issuers.verify(token, issuer).catch((error: unknown) => {
      if (error instanceof UntrustedTokenError)
        throw new Refusal({ reason: error.message, issuer }, error.cause);
      throw error;
    });
    const judged = identities.map((identity) => ({ identity, mismatch: findMismatch(identity, claims) }));
    const met = judged.find(({ mismatch }) => mismatch === null);
    if (met) return { identity: met.identity, claims };
    // The audience shows which identity was meant.
    const { mismatch } = judged.find((each) => each.mismatch?.reason === 'claim') ?? judged[0] ?? {};
    const details = { issuer, subject: subjectOf(claims) };
    throw new Refusal({ ...details, ...(mismatch ?? { reason: 'audience' }) });
  }

  /** @throws Refusal */
  async function accept({ identity: { id, userId }, claims }: Match, actor: Actor): Promise<void> {
    await uow.transaction(async (repos) => {
      await repos.lock('user', userId);
      const identity = await repos.workloadIdentities.findById(id);
      const user = await repos.users.findById(userId);
      // Both may have changed since the token was checked.
      if (!identity || !user) throw new Refusal({ reason: 'deleted' });
      if (user.disabledAt !== null) throw new Refusal({ reason: 'disabled', userId });
      await audit.note(
        repos.audit,
        { ...actor, user, apiKey: { id } },
        {
          action: 'session.sign_in',
          details: { workload: identity.name, subject: subjectOf(claims) },
        },
      );
    });
  }

  async function refuse({ details, cause }: Refusal, actor: Actor): Promise<void> {
    logger.warn({ ip: actor.ip, ...details, ...(cause !== undefined && { err: cause }) }, 'workload refused');
    await audit.record(
      { ...actor, user: null },
      { action: 'session.sign_in', result: 'refused', details: { workload: true, ...details } },
    );
  }

  async function exchange(token: string, actor: Actor): Promise<WorkloadIdentityRecord | null> {
    try {
      const found = await match(token);
      await accept(found, actor);
      return found.identity;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await refuse(error, actor);
      return null;
    }
  }

  return {
    async signIn(token, actor) {
      const attempt = await throttle.attempt('workloadSignIn', { ip: actor.ip });
      const identity = await attempt.guess(() => exchange(token, actor));
      if (!identity) throw new AppError('workload_refused');
      const expiresAt = clock.now() + accessTokenLifetime;
      return { accessToken: accessTokens.issue(identity.id, expiresAt), expiresAt };
    },
  };
}

function subjectOf({ sub }: WorkloadClaims): string {
  return typeof sub === 'string' ? sub.slice(0, 255) : '';
}
