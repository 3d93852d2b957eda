import { stat } from 'node:fs/promises';
import { HostError } from '#sdk/contract/host.js';
import type { Env } from '../env/env.ts';

/**
 * Prevents a mistyped folder from becoming an instance.
 *
 * @throws HostError `no_instance`
 */
export async function requireInstance({ dataDir, databaseFile }: Env): Promise<void> {
  await stat(databaseFile).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw isMissing ? new HostError('no_instance', { folder: dataDir }) : error;
  });
}
