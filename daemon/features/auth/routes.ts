import type * as z from 'zod/mini';
import { api } from '#sdk/contract/api.js';
import type { Session, Transport as TransportSchema } from '#sdk/contract/auth.js';
import { AppError } from '#sdk/contract/errors.js';
import { type Actor, cookieNames, readBearer } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import type { LoginCookie } from '../../http/cookies/sign-in.ts';
import { implement, type Route } from '../../http/implement.ts';
import { validationError } from '../../http/validate.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ActiveSessions } from './active-sessions.ts';
import type { LinkService } from './link-service.ts';
import {
  presentActiveSession,
  presentChallenge,
  presentProgramCode,
  presentSession,
  presentSessionWithTokens,
} from './present.ts';
import type { ReplaceSession } from './replace-session.ts';
import type { AuthService } from './service.ts';
import type { TotpService } from './totp.ts';
import type { OpenSession } from './types.ts';

type Transport = z.output<typeof TransportSchema>;

interface Deps {
  config: ConfigReader;
  auth: AuthService;
  cookies: SessionCookies;
  loginCookie: LoginCookie;
  replaceSession: ReplaceSession;
  activeSessions: ActiveSessions;
  linkService: LinkService;
}

export function createAuthRoutes(deps: Deps): Route[] {
  return [
    ...createSignInRoutes(deps),
    ...createLinkRoutes(deps),
    ...createSessionRoutes(deps),
    ...createTotpRoutes(deps.auth),
  ];
}

function createSignInRoutes({ auth, config, cookies, loginCookie, replaceSession }: Deps): Route[] {
  function answer(ctx: Context, session: OpenSession, transport: Transport): Session {
    if (transport === 'token') return presentSessionWithTokens(session, config);
    cookies.set(ctx, session);
    return presentSession(session, config);
  }

  async function replace(
    ctx: Context,
    actor: Actor,
    { session, transport }: { session: OpenSession; transport: Transport },
  ): Promise<Session> {
    if (transport === 'token') return presentSessionWithTokens(session, config);
    await replaceSession(ctx, session, actor);
    return presentSession(session, config);
  }

  /** Uses the token of the body, otherwise that of the cookie, which is deleted after its sign-in. */
  async function finishSignIn(
    ctx: Context,
    actor: Actor,
    { loginToken, totp }: { loginToken?: string | undefined; totp: string },
  ): Promise<OpenSession> {
    if (loginToken !== undefined) return auth.signInTotp({ loginToken, totp }, actor);
    const kept = loginCookie.read(ctx);
    if (kept === null) throw new AppError('login_token_invalid');
    try {
      const session = await auth.signInTotp({ loginToken: kept, totp }, actor);
      loginCookie.clear(ctx);
      return session;
    } catch (error) {
      if (error instanceof AppError && error.code === 'login_token_invalid') loginCookie.clear(ctx);
      throw error;
    }
  }

  return [
    implement(api.auth.setupStatus, () => auth.setupStatus()),

    implement(api.auth.setup, async ({ body, actor, ctx }) => {
      const { transport, ...claim } = body;
      return answer(ctx, await auth.setup(claim, actor), transport);
    }),

    implement(api.auth.signUp, async ({ body, actor, ctx }) => {
      const { transport, ...account } = body;
      return replace(ctx, actor, { session: await auth.signUp(account, actor), transport });
    }),

    implement(api.auth.signIn, async ({ body, actor, ctx }) => {
      const { password, transport } = body;
      const next = await auth.signIn({ identifier: readIdentifier(body), password }, actor);
      if ('loginToken' in next) return presentChallenge(next);
      return replace(ctx, actor, { session: next, transport });
    }),

    implement(api.auth.signInTotp, async ({ body, actor, ctx }) => {
      const { transport, totp, loginToken } = body;
      const session = await finishSignIn(ctx, actor, { loginToken, totp });
      return replace(ctx, actor, { session, transport });
    }),

    implement(api.auth.changePassword, ({ body, actor }) => auth.changePassword(body, actor)),

    implement(api.auth.authorizeProgram, async ({ body, actor }) =>
      presentProgramCode(await auth.authorizeProgram(body.codeChallenge, actor)),
    ),

    implement(api.auth.signInProgram, async ({ body, actor, ctx }) => {
      const { transport, ...claim } = body;
      return replace(ctx, actor, { session: await auth.signInProgram(claim, actor), transport });
    }),

    implement(api.auth.signOut, async ({ actor, ctx }) => {
      const token = readBearer(ctx) ?? cookies.readAccess(ctx);
      const sessionId = actor.sessionId ?? (token && (await auth.findSessionOf(token)));
      if (sessionId) await auth.signOut(sessionId, actor);
      cookies.clear(ctx);
      return undefined;
    }),

    implement(api.auth.refresh, async ({ body, actor, ctx }) => {
      const presented = body?.refreshToken ?? ctx.cookies.get(cookieNames.refresh);
      if (!presented) throw new AppError('session_expired');
      const session = await auth.refresh(presented, actor);
      return answer(ctx, session, body?.refreshToken === undefined ? 'cookie' : 'token');
    }),
  ];
}

/** @throws AppError `validation_failed` unless exactly one is given */
function readIdentifier({
  email,
  username,
}: {
  email?: string | undefined;
  username?: string | undefined;
}): string {
  if (email !== undefined && username !== undefined)
    throw validationError([{ field: 'username', code: 'invalid' }]);
  const identifier = email ?? username;
  if (identifier === undefined) throw validationError([{ field: 'email', code: 'required' }]);
  return identifier;
}

function createLinkRoutes({ linkService }: Deps): Route[] {
  return [
    implement(api.auth.requestPasswordReset, async ({ params, actor }) => {
      await linkService.requestPasswordReset(params.email, actor);
      return undefined;
    }),

    implement(api.auth.resetPassword, async ({ body, actor }) => {
      await linkService.resetPassword(body, actor);
      return undefined;
    }),

    implement(api.auth.confirmEmail, async ({ body, actor }) => {
      await linkService.confirmEmail(body.token, actor);
      return undefined;
    }),
  ];
}

function createSessionRoutes({ activeSessions, cookies }: Deps): Route[] {
  return [
    implement(api.sessions.list, async ({ actor }) => {
      const living = await activeSessions.list(actor);
      return living.map((session) => presentActiveSession(session, actor.sessionId));
    }),

    implement(api.sessions.end, async ({ actor, params, ctx }) => {
      await activeSessions.end(actor, params.id);
      if (params.id === actor.sessionId) cookies.clear(ctx);
      return undefined;
    }),

    implement(api.sessions.endOthers, async ({ actor }) => ({
      ended: await activeSessions.endOthers(actor),
    })),
  ];
}

function createTotpRoutes({ totp }: { totp: TotpService }): Route[] {
  return [
    implement(api.totp.enable, ({ body, actor }) => totp.enable(actor, body.password)),
    implement(api.totp.verify, async ({ body, actor }) => ({
      recoveryCodes: await totp.verify(actor, body),
    })),
    implement(api.totp.disable, ({ body, actor }) => totp.disable(actor, body)),
    implement(api.totp.renewRecoveryCodes, async ({ body, actor }) => ({
      recoveryCodes: await totp.renewRecoveryCodes(actor, body),
    })),
  ];
}
