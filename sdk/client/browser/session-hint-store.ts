import { parseJson } from '../core/transport.ts';
import { parseStoredSession, type SessionStore } from '../session/store.ts';

const name = 'fileshare.session';

/** Calls the listener when another tab of this browser has signed in or out. Returns a function that stops that. */
export function watchOtherTabs(onChange: () => void): () => void {
  const handleStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    // With both, the access token was only replaced; without a key, everything was cleared.
    if (key === null || (key === name && (oldValue === null) !== (newValue === null))) onChange();
  };
  addEventListener('storage', handleStorage);
  return () => removeEventListener('storage', handleStorage);
}

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
