import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, and how to remove it. */
export async function makeTempFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'fileshare-sdk-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
