import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { Actor } from '../../http/actor.ts';
import type { AuditTrail } from '../audit/trail.ts';
import type { AuditEvent } from '../audit/types.ts';
import type { UserRecord } from '../users/types.ts';
import type { LoginTokens } from './login-tokens.ts';
import { actAs } from './policy.ts';
import type { Sessions } from './sessions.ts';
import type { AuthRepos, LoginChallenge, OpenSession } from './types.ts';

interface Deps {
  audit: Pick<AuditTrail, 'note'>;
  loginTokens: LoginTokens;
  sessions: Sessions;
}

/** Somebody who has proved to be the owner of an account. */
interface Entrant {
  user: UserRecord;
  /** A code of the authenticator is the next step. */
  asksCode: boolean;
  /** How it is written down; when a code is asked for, not before it was right. */
  event: AuditEvent & { details?: { provider: OauthProvider } };
}

type EntryRepos = Pick<AuthRepos, 'users' | 'sessions' | 'loginTokens' | 'audit'>;

type Added = { challenge: LoginChallenge } | { session: Awaited<ReturnType<Sessions['add']>> };

export type Entry = ReturnType<typeof createEntry>;

/** The end of every way to sign in: a session, or the challenge that asks for a code. */
export function createEntry({ audit, loginTokens, sessions }: Deps) {
  return {
    /** As part of the transaction that has looked at the account. */
    async add(repos: EntryRepos, { user, asksCode, event }: Entrant, actor: Actor): Promise<Added> {
      if (asksCode) return { challenge: await loginTokens.add(repos, user, event.details?.provider) };
      await audit.note(repos.audit, actAs(actor, user), event);
      return { session: await sessions.add(repos, user, actor) };
    },

    /** After the transaction. */
    async finish(added: Added): Promise<OpenSession | LoginChallenge> {
      return 'challenge' in added ? added.challenge : sessions.issue(added.session);
    },
  };
}
