import type { Actor } from '../http/actor.ts';

/** Creates an actor without an account, except for `changes`. */
export function anActor(changes: Partial<Actor> = {}): Actor {
  return {
    user: null,
    sessionId: null,
    apiKey: null,
    isHost: false,
    accessTokenExpiresAt: null,
    deadCredential: null,
    uploadToken: null,
    shareToken: null,
    ip: '127.0.0.1',
    userAgent: null,
    languages: [],
    requestId: 'test',
    ...changes,
  };
}
