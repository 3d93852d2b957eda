import { HostError, type RotationReport } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { Repos } from '../app/repos.ts';
import { createSeal, openIfPossible, type Seal, secretKeyId } from '../crypto/seal.ts';
import { newSecretKey, storeSecretKeys } from '../crypto/secret-key.ts';
import { byHost } from '../features/audit/log.ts';
import { confirmKeys } from './keys.ts';
import { createInstanceLock } from './lock.ts';
import { sealedPlaces } from './sealed-repo.ts';
import { findOtherServer } from './servers.ts';

type Deps = Pick<Core, 'env' | 'uow' | 'audit' | 'logger' | 'keys'>;

/**
 * Seals everything with a new secret key. The key file contains both keys until that is committed: after a power cut at
 * any moment everything can still be opened, and another call completes the change. If the key is lost, the available
 * key becomes the key of the instance, or a new one.
 *
 * @throws HostError `data_folder_in_use`, `instance_in_use` while a server runs, `no_instance_lock`, `key_from_environment`
 */
export async function rotateKey(deps: Deps): Promise<RotationReport> {
  const { env, logger, keys } = deps;
  const lock = createInstanceLock(env.dataDir, logger);
  await lock.hold();
  try {
    const server = await findOtherServer(deps);
    if (server !== null) throw new HostError('instance_in_use', { server: server.name });
    await confirmKeys(deps);
    const isLost = secretKeyId(keys.current) !== keys.id;
    const next = env.secretKey ?? (isLost ? keys.current : newSecretKey());
    if (secretKeyId(next) !== keys.id) return await introduce(next, deps, isLost);
    if (env.previousSecretKey === null) throw new HostError('key_from_environment');
    return { isChanged: false, resealed: 0, unreadable: 0, sessions: 0, accountsWithoutCodes: 0 };
  } finally {
    await lock.stop();
  }
}

async function introduce(next: string, deps: Deps, isLost: boolean): Promise<RotationReport> {
  const { env, keys } = deps;
  const known = [...new Set([keys.current, ...keys.others, next])];
  const isInFile = env.secretKey === null;
  if (isInFile) await storeSecretKeys(env.dataDir, known);
  const report = await resealAll(deps, next, known);
  // The key that replaced a lost one may still open a backup.
  if (isInFile && !isLost) await storeSecretKeys(env.dataDir, [next]);
  return report;
}

function resealAll({ uow, audit }: Deps, next: string, known: readonly string[]): Promise<RotationReport> {
  return uow.transaction(async (repos) => {
    await repos.sealed.replaceKeyId(secretKeyId(next));
    const counts = await resealPlaces(repos, createSeal(next, known));
    const sessions = await repos.sealed.endSessions();
    const accountsWithoutCodes = await repos.sealed.removeRecoveryCodes();
    await audit.note(repos.audit, byHost, { action: 'config.key_rotate', details: { ...counts, sessions } });
    return { isChanged: true, ...counts, sessions, accountsWithoutCodes };
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
        // Null: its key is lost, and everything that needs it already reports so.
        const text = openIfPossible(seal, sealed, place.purpose(id));
        counts[text === null ? 'unreadable' : 'resealed'] += 1;
        if (text !== null) await repo.replace(place, { id, sealed: seal.seal(text, place.purpose(id)) });
      }
      texts = await repo.list(place, texts.at(-1)?.id ?? '', batch);
    }
  }
  return counts;
}
