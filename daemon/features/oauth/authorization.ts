import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import { readReturnPath } from '#sdk/contract/formats/return-path.js';
import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ConfirmPassword } from '../users/confirm-password.ts';
import type { Flows, NewFlow } from './flows.ts';
import { readProvider } from './policy.ts';
import { type Provider, type Providers, type SocialRepos, SocialSignInError } from './types.ts';

interface Deps {
  uow: UnitOfWork<SocialRepos>;
  config: ConfigReader;
  confirmPassword: ConfirmPassword;
  flows: Flows;
  providers: Providers;
  throttle: Throttle;
}

interface AuthorizationInput {
  /** The value of the browser's cookie. */
  browser: string;
}

interface SignInAuthorization extends AuthorizationInput {
  name: string;
  from: unknown;
  /** The owner of the browser's session. */
  userId: UserId | null;
}

/** Sends browsers to a provider. */
export function createAuthorization({ uow, config, confirmPassword, flows, providers, throttle }: Deps) {
  async function buildRedirect(found: Provider, flow: NewFlow): Promise<string> {
    const request = flows.newRequest(flow.provider);
    const url = await found.authorizationUrl(request);
    await flows.save(request, flow);
    return url.href;
  }

  return {
    /**
     * Returns the URL that a browser is sent to in order to sign in, or for the signed-in user `userId` to confirm
     * their presence. The browser returns to `from` if that is a path of this instance.
     *
     * @throws SocialSignInError; AppError `session_expired`, `too_many_requests`
     */
    async authorizeSignIn(
      { name, from, userId, browser }: SignInAuthorization,
      { ip }: Pick<Actor, 'ip'>,
    ): Promise<string> {
      const provider = readProvider(name);
      const found = provider && providers.find(provider);
      if (!provider || !found) throw new SocialSignInError('default');
      await throttle.attempt('socialSignIn', { ip });
      const returnPath = readReturnPath(from, config.get('general.appUrl'));
      return buildRedirect(found, { provider, browser, userId, returnPath, sessionId: null });
    },

    /**
     * Returns the URL that a browser is sent to in order to link an account.
     *
     * @throws AppError `oauth_unavailable`, `password_wrong`, `fresh_sign_in_required`, `oauth_linked`,
     *   `sign_in_required`, `session_expired`, `too_many_requests`
     */
    async authorizeLink(
      {
        provider,
        password,
        browser,
      }: AuthorizationInput & { provider: OauthProvider; password?: string | undefined },
      actor: Actor,
    ): Promise<string> {
      const found = providers.find(provider);
      if (!found) throw new AppError('oauth_unavailable', { provider });
      const user = await confirmPassword(actor, password);
      const { sessionId, ip } = actor;
      if (sessionId === null) throw new AppError('sign_in_required');
      const linked = await uow.read.socialAccounts.listOfUser(user.id);
      if (linked.some((account) => account.provider === provider)) {
        throw new AppError('oauth_linked', { provider });
      }
      await throttle.attempt('socialSignIn', { ip });
      try {
        return await buildRedirect(found, { provider, browser, sessionId, userId: null, returnPath: null });
      } catch (error) {
        if (!(error instanceof SocialSignInError)) throw error;
        throw new AppError('oauth_unavailable', { provider }, { cause: error });
      }
    },
  };
}
