import { access } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The instance has a secret key, and it is not known here. */
class NoSecretKeyError extends Error {
  override readonly name = 'NoSecretKeyError';
  readonly dataDir: string;

  constructor(dataDir: string) {
    super(`the secret key of ${dataDir} is not known`);
    this.dataDir = dataDir;
  }
}

/**
 * A mistyped folder must not become an instance, nor may secrets be stored under a key that the server does not have.
 *
 * @throws NoInstanceError, NoSecretKeyError
 */
export async function requireInstance({ dataDir, databaseFile, secretKey }: Env): Promise<void> {
  if (!(await isReachable(databaseFile))) throw new NoInstanceError(dataDir);
  if (secretKey === null && !(await isReachable(join(dataDir, 'secret.key')))) {
    throw new NoSecretKeyError(dataDir);
  }
}

async function isReachable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}
