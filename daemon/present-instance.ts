import { stat } from 'node:fs/promises';
import type { Env } from './env.ts';

/** There is no instance in the data folder. */
class NoInstanceError extends Error {
  override readonly name = 'NoInstanceError';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`no instance in ${dataDir}`);
    this.dataDir = dataDir;
  }
}

/**
 * A mistyped folder must not become an instance.
 *
 * @throws NoInstanceError
 */
export async function requireInstance({ dataDir, databaseFile }: Env): Promise<void> {
  await stat(databaseFile).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    throw isMissing ? new NoInstanceError(dataDir) : error;
  });
}
