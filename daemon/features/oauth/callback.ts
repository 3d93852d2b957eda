import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuditLog } from '../audit/log.ts';
import type { LoginChallenge, OpenSession } from '../auth/types.ts';
import type { UserRecord } from '../users/types.ts';
import type { Flows } from './flows.ts';
import { completeImportedLink } from './imported-links.ts';
import type { LinkAccount } from './link.ts';
import { readProvider } from './policy.ts';
import type { NoteRefusal } from './refusals.ts';
import type { ProviderSignIn } from './sign-in.ts';
import {
  type AuthorizationRequest,
  type FlowRecord,
  type Profile,
  type Providers,
  type SocialRepos,
  SocialSignInError,
} from './types.ts';

interface Deps {
  uow: UnitOfWork<SocialRepos>;
  audit: Pick<AuditLog, 'record'>;
  noteRefusal: NoteRefusal;
  signIn: ProviderSignIn;
  flows: Flows;
  linkAccount: LinkAccount;
  providers: Providers;
}

/** The callback of a browser. */
export interface CallbackRequest {
  /** The provider's name in the path. */
  name: string;
  /** The query, including the question mark. */
  search: string;
  /** The value of the cookie. */
  browser: string | null;
}

/** The result of a callback. */
export type CallbackResult =
  | { kind: 'signedIn'; session: OpenSession; returnPath: string }
  | { kind: 'challenged'; challenge: LoginChallenge; returnPath: string }
  | { kind: 'linked'; provider: OauthProvider };

/**
 * Handles a callback from a provider.
 *
 * @throws SocialSignInError; AppError `too_many_requests`
 */
export type HandleCallback = (request: CallbackRequest, actor: Actor) => Promise<CallbackResult>;

export function createHandleCallback(deps: Deps): HandleCallback {
  const { uow, audit, noteRefusal, signIn, flows, linkAccount, providers } = deps;

  async function identify(
    provider: OauthProvider,
    { search, request }: { search: string; request: AuthorizationRequest },
  ): Promise<Profile> {
    const found = providers.find(provider);
    if (!found) throw new SocialSignInError('default');
    const address = new URL(request.redirectUri);
    address.search = search;
    const profile = await found.identify(address, request);
    await completeImportedLink(uow, provider, profile);
    return profile;
  }

  async function finish(
    { provider, sessionId, userId, returnPath }: FlowRecord,
    profile: Profile,
    actor: Actor,
  ): Promise<CallbackResult> {
    if (sessionId !== null) {
      await linkAccount({ provider, profile, sessionId }, actor);
      return { kind: 'linked', provider };
    }
    // Another user has signed in with this browser since.
    if (userId !== null && actor.user && actor.user.id !== userId)
      throw new SocialSignInError('invalid_token');
    const next = await signIn({ provider, profile, userId }, actor);
    const path = returnPath ?? '/';
    return 'loginToken' in next
      ? { kind: 'challenged', challenge: next, returnPath: path }
      : { kind: 'signedIn', session: next, returnPath: path };
  }

  /** Returns the user who was signed in when the browser was sent. */
  async function ownerOf({ sessionId, userId }: FlowRecord): Promise<UserRecord | null> {
    const session = sessionId && (await uow.read.sessions.findById(sessionId));
    const owner = session ? session.userId : userId;
    return owner && uow.read.users.findById(owner);
  }

  async function noteFailure({ flow, profile, reason }: Refusal, actor: Actor): Promise<void> {
    const { provider, sessionId, userId } = flow;
    const account = profile?.name ?? null;
    if (sessionId === null && userId === null) {
      await noteRefusal({ provider, profile, reason, account }, actor);
      return;
    }
    const user = await ownerOf(flow);
    const action = sessionId === null ? 'account.confirm' : 'account.social_link';
    const details = { provider, reason, ...(account && { account }) };
    await audit.record({ ...actor, user }, { action, result: 'refused', details });
  }

  return async ({ name, search, browser }, actor) => {
    const provider = readProvider(name);
    if (!provider) throw new SocialSignInError('default');
    const states = new URLSearchParams(search).getAll('state');
    const { flow, request } = await flows.take({ provider, states, browser });
    let profile: Profile | null = null;
    try {
      profile = await identify(provider, { search, request });
      return await finish(flow, profile, actor);
    } catch (error) {
      // A user who cancels at the provider has not attempted anything.
      if (error instanceof SocialSignInError && error.code !== 'access_denied') {
        await noteFailure({ flow, profile, reason: error.code }, actor);
      }
      throw error;
    }
  };
}

interface Refusal {
  flow: FlowRecord;
  /** null: the person was not identified. */
  profile: Profile | null;
  reason: string;
}
