import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AccountMails } from '../users/account-mails-port.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { ListSources } from '../users/remove-account.ts';
import type { UserRecord } from '../users/types.ts';
import type { Providers, SocialAccountRecord, SocialRepos } from './types.ts';

/** A provider that is enabled or linked, as the owner of an account sees it. */
export interface LinkedProvider {
  provider: OauthProvider;
  isEnabled: boolean;
  account: SocialAccountRecord | null;
}

interface Deps<Repos extends SocialRepos> {
  uow: UnitOfWork<Repos>;
  audit: AuditLog;
  confirmPassword: ConfirmPassword;
  mails: Pick<AccountMails<Repos>, 'sendNotice'>;
  providers: Pick<Providers, 'listEnabled'>;
  listSources: ListSources;
}

/** The provider accounts that are linked to a user's own account. */
export interface LinkedAccounts {
  /** Lists the providers that are enabled or linked. */
  list(userId: UserId): Promise<LinkedProvider[]>;
  /**
   * Unlinks an account and ends every other session and all login tokens.
   *
   * @throws AppError `password_wrong`, `fresh_sign_in_required`, `oauth_not_linked`, `last_sign_in_method`,
   *   `too_many_requests`
   */
  unlink(claim: { provider: OauthProvider; password?: string | undefined }, actor: Actor): Promise<void>;
}

export function createLinkedAccounts<Repos extends SocialRepos>(deps: Deps<Repos>): LinkedAccounts {
  const { uow, audit, confirmPassword, mails, providers, listSources } = deps;

  /** Whether the user has a password, or a linked account that can sign in. */
  async function hasWayIn(
    { socialAccounts }: SocialRepos,
    { id, passwordHash }: UserRecord,
  ): Promise<boolean> {
    if (passwordHash !== null) return true;
    const enabled = listSources();
    return (await socialAccounts.listOfUser(id)).some(({ provider }) => enabled.includes(provider));
  }

  return {
    async list(userId) {
      const enabled = providers.listEnabled();
      const linked = await uow.read.socialAccounts.listOfUser(userId);
      return oauthProviders
        .map((provider) => ({
          provider,
          isEnabled: enabled.includes(provider),
          account: linked.find((account) => account.provider === provider) ?? null,
        }))
        .filter(({ isEnabled, account }) => isEnabled || account !== null);
    },

    async unlink({ provider, password }, actor) {
      const confirmed = await confirmPassword(actor, password);
      await uow.transaction(async (repos, afterCommit) => {
        await repos.lock('user', confirmed.id);
        const user = await repos.users.findById(confirmed.id);
        // The password was changed or removed while it was being checked.
        if (user?.passwordHash !== confirmed.passwordHash) throw new AppError('session_expired');
        if (!(await repos.socialAccounts.remove(user.id, provider))) {
          throw new AppError('oauth_not_linked', { provider });
        }
        if (!(await hasWayIn(repos, user))) {
          throw new AppError('last_sign_in_method', { provider });
        }
        await repos.sessions.removeOfUser(user.id, actor.sessionId);
        await repos.accountAccess.removeLoginTokens(user.id);
        await audit.note(repos.audit, actor, { action: 'account.social_unlink', details: { provider } });
        await mails.sendNotice({ repos, afterCommit }, { user, notice: 'socialUnlinked', provider }, actor);
      });
    },
  };
}
