import { createHash, scryptSync } from 'node:crypto';
import path from 'node:path';

export interface JournalKeyInit {
  server: string;
  /** The account that uploads. */
  account: string;
  /** The paths given on the command line. */
  paths: readonly string[];
  cwd: string;
  /** The settings that distinguish the share from others. */
  share: Readonly<Record<string, unknown>>;
  /** A chosen password: a draft with another password must not be resumed. */
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
