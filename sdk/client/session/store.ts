import type { User } from '../../contract/users.ts';

/** A session as it is kept between runs. In browsers the tokens are in cookies and only the rest is here. */
export interface StoredSession {
  /** UTC, ISO 8601 */
  accessTokenExpiresAt: string;
  user?: User | undefined;
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
}

/** Keeps one session. `save` must replace the old one as a whole: several programs may share a store. */
export interface SessionStore {
  load(): Promise<StoredSession | null>;
  save(session: StoredSession): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Keeps the session in memory only.
 *
 * @example
 * const client = createClient({ baseUrl, sessionStore: memorySessionStore() });
 */
export function memorySessionStore(): SessionStore {
  let stored: StoredSession | null = null;
  return {
    load: async () => stored,
    save: async (session) => {
      stored = session;
    },
    clear: async () => {
      stored = null;
    },
  };
}

/** Reads what a store of text holds; null when it is nothing of ours. */
export function parseStoredSession(value: unknown): StoredSession | null {
  if (typeof value !== 'object' || value === null) return null;
  const isSession = 'accessTokenExpiresAt' in value && typeof value.accessTokenExpiresAt === 'string';
  return isSession ? (value as StoredSession) : null;
}
