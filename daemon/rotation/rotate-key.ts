import type { Core } from '../core.ts';
import { createSeal, type Seal } from '../crypto/seal.ts';
import { loadSecretKeys, newSecretKey, type SecretKeys, storeSecretKeys } from '../crypto/secret-key.ts';
import { byHost } from '../features/audit/trail.ts';
import { createInstanceLock } from '../instance-lock.ts';
import type { Repos } from '../repos.ts';
import { sealedPlaces } from './sealed-repo.ts';

/** The environment names the key, and not the one before it. */
class KeyFromEnvironmentError extends Error {
  override readonly name = 'KeyFromEnvironmentError';

  constructor() {
    super('the secret key comes from the environment: only there it can be changed');
  }
}

/** What the environment calls the previous key opens nothing. */
class WrongPreviousKeyError extends Error {
  override readonly name = 'WrongPreviousKeyError';

  constructor() {
    super('nothing could be opened with the keys of the environment');
  }
}

export interface RotationReport {
  /** Sealed with the new key. */
  resealed: number;
  /** Sealed with a key that is not known any more: left as they are. */
  unreadable: number;
  /** That ended, because the old key had signed them. */
  sessions: number;
  /** Whose recovery codes do not count any more. */
  accountsWithoutCodes: number;
}

type Deps = Pick<Core, 'env' | 'uow' | 'audit' | 'logger'>;

/**
 * Seals with a new secret key what the old one had sealed. The file of the key holds both until that is committed: after
 * a power cut at any moment everything can still be opened, and calling it again finishes the change.
 *
 * @throws DataFolderInUseError while a server runs
 * @throws KeyFromEnvironmentError, WrongPreviousKeyError
 */
export async function rotateKey(deps: Deps): Promise<RotationReport> {
  const { env, logger } = deps;
  if (env.secretKey !== null && env.previousSecretKey === null) throw new KeyFromEnvironmentError();
  const lock = createInstanceLock(env.dataDir, logger);
  await lock.start();
  try {
    // Only now: another change of the key may just have ended.
    const keys = await loadSecretKeys(env.dataDir, env);
    return env.secretKey === null ? await replaceFile(deps, keys) : await resealAll(deps, openAll(keys));
  } finally {
    await lock.stop();
  }
}

const openAll = ({ current, others }: SecretKeys): Seal => createSeal(current, others);

async function replaceFile(deps: Deps, { current, others }: SecretKeys): Promise<RotationReport> {
  const { dataDir } = deps.env;
  const next = newSecretKey();
  await storeSecretKeys(dataDir, { current, others: [...others, next] });
  const report = await resealAll(deps, openAll({ current: next, others: [current, ...others] }));
  await storeSecretKeys(dataDir, { current: next, others: [] });
  return report;
}

function resealAll({ env, uow, audit }: Deps, seal: Seal): Promise<RotationReport> {
  return uow.transaction(async (repos) => {
    const counts = await resealPlaces(repos, seal);
    if (env.secretKey !== null && counts.resealed === 0 && counts.unreadable > 0) {
      throw new WrongPreviousKeyError();
    }
    const sessions = await repos.sealed.endSessions();
    const accountsWithoutCodes = await repos.sealed.removeRecoveryCodes();
    await audit.note(repos.audit, byHost, { action: 'config.key_rotate', details: { ...counts, sessions } });
    return { ...counts, sessions, accountsWithoutCodes };
  });
}

type Counts = Pick<RotationReport, 'resealed' | 'unreadable'>;

const batch = 500;

async function resealPlaces({ sealed: repo }: Pick<Repos, 'sealed'>, seal: Seal): Promise<Counts> {
  const counts = { resealed: 0, unreadable: 0 };
  for (const place of sealedPlaces) {
    let texts = await repo.list(place, '', batch);
    while (texts.length > 0) {
      for (const { id, sealed } of texts) {
        const text = openIfPossible(seal, sealed, place.purpose(id));
        counts[text === null ? 'unreadable' : 'resealed'] += 1;
        if (text !== null) await repo.replace(place, { id, sealed: seal.seal(text, place.purpose(id)) });
      }
      texts = await repo.list(place, texts.at(-1)?.id ?? '', batch);
    }
  }
  return counts;
}

function openIfPossible(seal: Seal, sealed: string, purpose: string): string | null {
  try {
    return seal.open(sealed, purpose);
  } catch {
    // Its key is lost; whatever needs it says so already.
    return null;
  }
}
