import { api } from '#sdk/contract/api.js';
import type { SessionCookies } from '../../http/cookies/session.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { ActiveSessions } from './active-sessions.ts';
import { presentActiveSession } from './present.ts';

interface Deps {
  activeSessions: ActiveSessions;
  cookies: SessionCookies;
}

export function createSessionRoutes({ activeSessions, cookies }: Deps): Route[] {
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
