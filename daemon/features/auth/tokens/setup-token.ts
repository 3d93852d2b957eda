import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openIfPossible, type Seal } from '../../../crypto/seal.ts';
import { sealPurposes } from '../../../crypto/seal-purposes.ts';
import { isEqualText, newToken, tokenPrefixes } from '../../../crypto/tokens.ts';
import type { Lock } from '../../../db/locks.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { InstanceRepo } from '../../system/repo.ts';

/**
 * The one-time token that creates the first administrator. The database has it, sealed, so all servers of the instance
 * accept the same; each has a copy that its owner can read: `setup-token` in its data folder. It stays the same across
 * restarts until it is used.
 */
export interface SetupToken {
  /** Returns the token, and makes it if there is none. */
  ensure(): Promise<string>;
  /** Returns the token that `ensure` returned, or null when there no longer is one. */
  current(): string | null;
  matches(candidate: string): Promise<boolean>;
  remove(): Promise<void>;
}

interface Deps {
  dataDir: string;
  uow: UnitOfWork<{ lock: Lock; instance: InstanceRepo }>;
  seal: Seal;
}

const purpose = sealPurposes.setup();

export function createSetupToken({ dataDir, uow, seal }: Deps): SetupToken {
  const path = join(dataDir, 'setup-token');
  let known: string | null = null;

  /** A token whose key is lost is replaced by another. */
  async function read(instance: Pick<InstanceRepo, 'readText'>): Promise<string | null> {
    const sealed = await instance.readText('setup_token');
    return sealed === null ? null : openIfPossible(seal, sealed, purpose);
  }

  return {
    async ensure() {
      known = await uow.transaction(async ({ lock, instance }) => {
        await lock('setup');
        const stored = await read(instance);
        const token = stored ?? newToken(tokenPrefixes.setup);
        if (stored === null) await instance.saveText('setup_token', seal.seal(token, purpose));
        return token;
      });
      await replaceFile(path, `${known}\n`);
      return known;
    },
    current: () => known,
    async matches(candidate) {
      const token = await read(uow.read.instance);
      return token !== null && isEqualText(candidate, token);
    },
    async remove() {
      known = null;
      // Nearly every start comes here, with nothing to remove and no reason to write.
      if ((await uow.read.instance.readText('setup_token')) !== null) {
        await uow.transaction(({ instance }) => instance.remove('setup_token'));
      }
      await rm(path, { force: true });
    },
  };
}

/** A reader sees the whole file or the one before it. */
async function replaceFile(path: string, text: string): Promise<void> {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  // In a container every process has the same id: a random name is never left over from a killed process.
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
