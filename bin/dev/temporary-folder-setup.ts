import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

// Paths of sockets are limited to 107 bytes, so the folder has a short name.
const prefix = 'fs-run-';

/**
 * Gives the test run a temporary folder of its own, which is deleted when the run ends, with whatever a test that failed
 * has left in it.
 */
export function setup(): void {
  // Another project of the run has made it.
  if (basename(tmpdir()).startsWith(prefix)) return;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // Root starts PostgreSQL and Ceph as another user, who must reach their folders in it.
  chmodSync(folder, 0o711);
  // The processes of the tests inherit it.
  process.env['TMPDIR'] = folder;
  // What the run has started ends at about the same time.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  process.once('exit', () => rmSync(folder, options));
}
