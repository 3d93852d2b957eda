import type { User } from '../../contract/users.ts';

/** A session as it is kept between runs. In browsers the tokens are in HttpOnly cookies and missing here. */
export interface StoredSession {
  /** When the access token has to be replaced; UTC, ISO 8601. */
  accessTokenExpiresAt: string;
  /** The signed-in user, as of the last response about them. */
  user?: User | undefined;
  /** Sent with every request (RFC 6750). Secret. */
  accessToken?: string | undefined;
  /** Exchanged for new tokens, once (RFC 6749, section 6). Secret. */
  refreshToken?: string | undefined;
}

/** Keeps one session between runs. Several programs may share a store. */
export interface SessionStore {
  /** Reads the session, or null when there is none. */
  load(): Promise<StoredSession | null>;
  /** Replaces the session as a whole, so that nobody reads half of it. */
  save(session: StoredSession): Promise<void>;
  /** Deletes the session. */
  clear(): Promise<void>;
}

/**
 * Keeps the session in memory, until the program ends.
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

/** Checks a value that a store has read; null when it is not a session. */
export function parseStoredSession(value: unknown): StoredSession | null {
  if (typeof value !== 'object' || value === null) return null;
  const isSession = 'accessTokenExpiresAt' in value && typeof value.accessTokenExpiresAt === 'string';
  return isSession ? (value as StoredSession) : null;
}
