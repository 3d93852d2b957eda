import { rm } from 'node:fs/promises';
import { parseJson } from '../core/transport.ts';
import { parseStoredSession, type SessionStore } from '../session/store.ts';
import { readTextIfThere, writePrivateFile } from './private-file.ts';

/**
 * Keeps the session in a file that only its owner can read (mode 0600). Programs may share the file: it is always
 * replaced as a whole. A file without a session in it counts as empty.
 *
 * @example
 * const client = createClient({ baseUrl, sessionStore: fileSessionStore('state/session.json') });
 */
export function fileSessionStore(file: string): SessionStore {
  return {
    load: async () => parseStoredSession(parseJson((await readTextIfThere(file)) ?? '')),
    save: (session) => writePrivateFile(file, `${JSON.stringify(session)}\n`),
    clear: () => rm(file, { force: true }),
  };
}
