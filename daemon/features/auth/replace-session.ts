import type { Actor } from '../../http/actor.ts';
import type { Context } from '../../http/context.ts';
import type { SessionCookies } from '../../http/cookies/session.ts';
import type { AuthService } from './service.ts';
import type { OpenSession } from './types.ts';

interface Deps {
  auth: Pick<AuthService, 'findSessionOf' | 'signOut'>;
  cookies: SessionCookies;
}

/**
 * Sets the cookies of a session. They overwrite those of an earlier session, which is ended, fresh or not, because
 * nobody could end it any longer.
 */
export type ReplaceSession = (ctx: Context, session: OpenSession, actor: Actor) => Promise<void>;

export function createReplaceSession({ auth, cookies }: Deps): ReplaceSession {
  return async (ctx, session, actor) => {
    const overwritten = cookies.readAccess(ctx);
    const earlier = overwritten === null ? null : await auth.findSessionOf(overwritten);
    if (earlier) await auth.signOut(earlier, actor);
    cookies.set(ctx, session);
  };
}
