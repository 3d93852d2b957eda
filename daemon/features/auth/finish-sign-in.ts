import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditEvent } from '../audit/types.ts';
import type { UserRecord } from '../users/types.ts';
import { actAs } from './policy.ts';
import type { Sessions } from './sessions.ts';
import type { LoginTokens } from './tokens/login-tokens.ts';
import type { AuthRepos, LoginChallenge, OpenSession } from './types.ts';

interface Deps {
  audit: Pick<AuditLog, 'note'>;
  loginTokens: LoginTokens;
  sessions: Sessions;
}

/** A user who has proved to be the owner of an account. */
interface VerifiedOwner {
  user: UserRecord;
  /** The next step is a code of the authenticator. */
  asksCode: boolean;
  /** The audit entry; if a code is asked for, it is written only after the code was right. */
  event: AuditEvent & { details?: { provider: AccountSource } };
}

type SignInRepos = Pick<AuthRepos, 'users' | 'sessions' | 'loginTokens' | 'audit'>;

type Opened = { challenge: LoginChallenge } | { session: Awaited<ReturnType<Sessions['add']>> };

export type SignInFinish = ReturnType<typeof createSignInFinish>;

/** Finishes every way to sign in, with a session or with the challenge that asks for a code. */
export function createSignInFinish({ audit, loginTokens, sessions }: Deps) {
  return {
    /** Runs within the transaction that has the lock of the account and has read it. */
    async open(repos: SignInRepos, { user, asksCode, event }: VerifiedOwner, actor: Actor): Promise<Opened> {
      if (asksCode) return { challenge: await loginTokens.add(repos, user, event.details?.provider) };
      await audit.note(repos.audit, actAs(actor, user), event);
      return { session: await sessions.add(repos, user, actor) };
    },

    /** Runs after the transaction. */
    async issue(added: Opened): Promise<OpenSession | LoginChallenge> {
      return 'challenge' in added ? added.challenge : sessions.issue(added.session);
    },
  };
}
