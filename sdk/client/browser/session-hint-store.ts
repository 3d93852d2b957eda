import { parseJson } from '../core/transport.ts';
import { parseStoredSession, type SessionStore } from '../session/store.ts';

const name = 'fileshare.session';

/**
 * Remembers across page loads that there is a session and when its access token expires, so that it is refreshed in
 * time. The tokens are in HttpOnly cookies that no script can read; who is signed in, only the server says.
 */
export function sessionHintStore(storage: Storage): SessionStore {
  return {
    load: async () => parseStoredSession(parseJson(storage.getItem(name) ?? '')),
    save: async ({ accessTokenExpiresAt }) => storage.setItem(name, JSON.stringify({ accessTokenExpiresAt })),
    clear: async () => storage.removeItem(name),
  };
}
