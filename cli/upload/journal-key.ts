import { createHash, scryptSync } from 'node:crypto';
import path from 'node:path';

export interface JournalKeyInit {
  server: string;
  /** Who uploads. */
  account: string;
  /** What was named on the command line. */
  paths: readonly string[];
  cwd: string;
  /** Whatever makes it another share. */
  share: Readonly<Record<string, unknown>>;
  /** A chosen password: the draft of another one must not be taken up. */
  password: string | undefined;
}

/**
 * Names the journal of an upload: the same command finds it again, another one does not. It tells nothing about what
 * went into it; the password only counts through a slow hash.
 */
export function journalKey({ server, account, paths, cwd, share, password }: JournalKeyInit): string {
  const absolute = paths.map((name) => path.resolve(cwd, name)).sort();
  const options = Object.entries(share)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const upload = JSON.stringify([server, account, absolute, options]);
  const secret = password === undefined ? '' : scryptSync(password, upload, 32).toString('hex');
  return createHash('sha256').update(upload).update(secret).digest('hex').slice(0, 32);
}
