import { api } from '#sdk/contract/api.js';
import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { OauthErrorCode } from '#sdk/contract/oauth.js';
import type { Actor } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import type { BrowserCookie, LoginCookie } from '../../http/cookies/sign-in.ts';
import { isFromElsewhere } from '../../http/csrf.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { Logger } from '../../logger.ts';
import type { ReplaceSession } from '../auth/replace-session.ts';
import type { CallbackResult } from './callback.ts';
import type { LinkedAccounts } from './linked-accounts.ts';
import { readProvider } from './policy.ts';
import { type NextPage, presentLinkedProvider, presentPage } from './present.ts';
import type { SocialSignInService } from './service.ts';
import { SocialSignInError } from './types.ts';

interface Deps {
  socialSignIn: SocialSignInService;
  browserCookie: BrowserCookie;
  loginCookie: LoginCookie;
  replaceSession: ReplaceSession;
  /** Returns the owner of the browser's session, or null. */
  findOwner(ctx: Context): Promise<UserId | null>;
  /** Public address of the instance. */
  appUrl(): string;
  linkedAccounts: LinkedAccounts;
}

export function createOauthRoutes(deps: Deps): Route[] {
  return [...createProviderRoutes(deps), ...createLinkedRoutes(deps)];
}

function createProviderRoutes(deps: Deps): Route[] {
  const { socialSignIn, browserCookie, loginCookie, replaceSession, findOwner, appUrl } = deps;

  async function enter(ctx: Context, outcome: CallbackResult, actor: Actor): Promise<NextPage> {
    if (outcome.kind === 'linked') return { page: 'linked', provider: outcome.provider };
    const { returnPath: path } = outcome;
    if (outcome.kind === 'challenged') {
      loginCookie.set(ctx, outcome.challenge);
      return { page: 'code', path };
    }
    await replaceSession(ctx, outcome.session, actor);
    return { page: 'returned', path };
  }

  /** Answers with a page in every case, because a browser navigates here. */
  async function leadOn(ctx: Context, name: string, work: () => Promise<string>): Promise<string> {
    try {
      return await work();
    } catch (error) {
      const provider = readProvider(name);
      const code = explainRefusal(error, ctx.state.logger.child({ provider }));
      return presentPage({ page: 'error', code, provider }, appUrl());
    }
  }

  return [
    implement(api.oauth.available, async () => socialSignIn.listEnabled()),

    implement(api.oauth.signIn, ({ params, query, actor, ctx }) =>
      leadOn(ctx, params.provider, async () => {
        // Another site must not sign a user in, nor use up the network's limit: the user has to start the sign-in here.
        if (isFromElsewhere(ctx)) return presentPage({ page: 'signIn', from: query.from }, appUrl());
        const userId = await findOwner(ctx);
        const browser = browserCookie.keep(ctx);
        return socialSignIn.authorizeSignIn(
          { name: params.provider, from: query.from, userId, browser },
          actor,
        );
      }),
    ),

    implement(api.oauth.callback, ({ params, actor, ctx }) =>
      leadOn(ctx, params.provider, async () => {
        const request = { name: params.provider, search: ctx.search, browser: browserCookie.read(ctx) };
        const outcome = await socialSignIn.handleCallback(request, actor);
        return presentPage(await enter(ctx, outcome, actor), appUrl());
      }),
    ),

    implement(api.oauth.link, async ({ params, body, actor, ctx }) => {
      const browser = browserCookie.keep(ctx);
      return { url: await socialSignIn.authorizeLink({ ...params, ...body, browser }, actor) };
    }),
  ];
}

/** Logs why the sign-in was refused, and returns the code for the page that explains it. */
function explainRefusal(error: unknown, logger: Logger): OauthErrorCode {
  if (error instanceof SocialSignInError) {
    logger.warn({ code: error.code, causes: listCauses(error.cause) }, 'sign-in with a provider was refused');
    return error.code;
  }
  if (error instanceof AppError) {
    logger.warn({ code: error.code, causes: listCauses(error.cause) }, 'sign-in with a provider was refused');
  } else {
    logger.error({ causes: listCauses(error) }, 'sign-in with a provider failed');
  }
  return 'default';
}

/** Lists names and messages only: other parts of such errors contain requests to a provider and its answers. */
function listCauses(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  // The messages of parsers quote what they read.
  const text = error instanceof SyntaxError ? error.name : `${error.name}: ${error.message}`;
  return [text, ...listCauses(error.cause)];
}

function createLinkedRoutes({ linkedAccounts }: Deps): Route[] {
  return [
    implement(api.oauth.status, async ({ actor }) => {
      const linked = await linkedAccounts.list(idOf(actor));
      return linked.map(presentLinkedProvider);
    }),

    implement(api.oauth.unlink, ({ params, body, actor }) =>
      linkedAccounts.unlink({ ...params, ...body }, actor),
    ),
  ];
}

function idOf({ user }: Actor): UserId {
  if (!user) throw new Error('the endpoint needs a user');
  return user.id;
}
