import type { AccountSource } from '#sdk/contract/oauth.js';
import type { Clock } from '../../../crypto/clock.ts';
import { hashToken, newToken, tokenPrefixes } from '../../../crypto/tokens.ts';
import type { UserRecord } from '../../users/types.ts';
import { loginTokenLifetime, mostWrongCodes } from '../policy.ts';
import type { AuthRepos, LoginChallenge } from '../types.ts';

type Repos = Pick<AuthRepos, 'loginTokens' | 'users'>;

/** The user who is asked for a code, and the provider they signed in with, if any. */
interface Challenged {
  user: UserRecord;
  provider: AccountSource | null;
}

export type LoginTokens = ReturnType<typeof createLoginTokens>;

/** Tokens between the password and the code: proof that the password was right a moment ago. */
export function createLoginTokens({ clock }: { clock: Clock }) {
  return {
    async add(
      { loginTokens }: Repos,
      user: UserRecord,
      provider: AccountSource | null = null,
    ): Promise<LoginChallenge> {
      const loginToken = newToken(tokenPrefixes.login);
      const expiresAt = clock.now() + loginTokenLifetime;
      const record = { tokenHash: hashToken(loginToken), userId: user.id, failures: 0, expiresAt };
      await loginTokens.insert({ ...record, passwordMark: markOf(user), provider });
      return { loginToken, expiresAt };
    },

    /**
     * Returns the account that a token continues to sign in, or null when it is no longer valid: it expired, there were
     * too many wrong codes, or the password changed.
     */
    async find({ loginTokens, users }: Repos, loginToken: string): Promise<Challenged | null> {
      const record = await loginTokens.find(hashToken(loginToken));
      if (!record || record.expiresAt <= clock.now() || record.failures >= mostWrongCodes) return null;
      const user = await users.findById(record.userId);
      if (!user || user.disabledAt !== null || user.totpSecret === null) return null;
      return markOf(user) === record.passwordMark ? { user, provider: record.provider } : null;
    },

    addFailure: ({ loginTokens }: Repos, loginToken: string) => loginTokens.addFailure(hashToken(loginToken)),
    remove: ({ loginTokens }: Repos, loginToken: string) => loginTokens.remove(hashToken(loginToken)),
  };
}

/** Differs after every change of the password, whoever made it. */
function markOf({ passwordHash }: UserRecord): string {
  return hashToken(passwordHash ?? '');
}
