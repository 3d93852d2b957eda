import type { Actor } from '../http/actor.ts';

/** A caller without an account, as far as `changes` say nothing else. */
export function anActor(changes: Partial<Actor> = {}): Actor {
  return {
    user: null,
    sessionId: null,
    apiKey: null,
    isHost: false,
    accessTokenExpiresAt: null,
    deadCredential: null,
    uploadToken: null,
    visitorToken: null,
    ip: '127.0.0.1',
    userAgent: null,
    languages: [],
    requestId: 'test',
    ...changes,
  };
}
