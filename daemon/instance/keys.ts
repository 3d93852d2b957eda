import { AppError } from '#sdk/contract/errors.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { Repos } from '../app/repos.ts';
import { secretKeyId } from '../crypto/seal.ts';
import { makeSecretKey, newSecretKey, readSecretKeys, removeDrafts } from '../crypto/secret-key.ts';
import type { Env } from '../env/env.ts';

/** The secret keys of an instance. */
export interface InstanceKeys {
  /** Id of the key with which the instance signs and seals, according to its database. */
  id: string;
  /** That key; a different one only when a lost key is being replaced. */
  current: string;
  /**
   * Other keys that may be needed to open sealed texts: previous ones, and the next one while it is being introduced.
   */
  others: readonly string[];
}

type SealedRepo = Repos['sealed'];

/**
 * Finds the keys of the instance. Its database remembers the current one from the first start on: with another key,
 * stored secrets would be lost and every session would end.
 *
 * @throws HostError `no_secret_key`; `wrong_secret_key` unless `isKeyLost`
 */
export async function findInstanceKeys(
  env: Env,
  sealed: SealedRepo,
  { isKeyLost }: { isKeyLost?: boolean | undefined } = {},
): Promise<InstanceKeys> {
  const given = await readSecretKeys(env.dataDir, env);
  const stored = await sealed.readKeyId();
  const { id, keys } = stored === null ? await beginWith(given, env, sealed) : { id: stored, keys: given };
  const own = keys.find((key) => secretKeyId(key) === id);
  if (own === undefined && !isKeyLost) {
    throw keys.length === 0 ? noSecretKey(env) : wrongSecretKey(env);
  }
  const current = own ?? keys[0] ?? newSecretKey();
  return { id, current, others: keys.filter((key) => key !== current) };
}

/** Checks that no other key has been introduced since. @throws AppError `secret_key_changed` */
export async function requireSameKey({ sealed }: Pick<Repos, 'sealed'>, { id }: InstanceKeys): Promise<void> {
  if ((await sealed.readKeyId()) !== id) throw new AppError('secret_key_changed');
}

/**
 * Runs first once the lock of the folder is held: the keys may have changed since they were read, and from now on
 * nobody else writes them.
 */
export async function confirmKeys({ env, uow, keys }: Pick<Core, 'env' | 'uow' | 'keys'>): Promise<void> {
  await requireSameKey(uow.read, keys);
  await removeDrafts(env.dataDir);
}

/**
 * Records the key of a new instance, or of one older than this record: the texts it has sealed show which key it used.
 */
async function beginWith(
  given: readonly string[],
  env: Env,
  sealed: SealedRepo,
): Promise<{ id: string; keys: readonly string[] }> {
  const used = await sealed.listKeyIds();
  const [someUsed] = used;
  const keys = given.length === 0 && someUsed === undefined ? await makeSecretKey(env.dataDir) : given;
  const ids = keys.map(secretKeyId);
  const id = ids.find((known) => used.includes(known)) ?? someUsed ?? ids[0];
  if (id === undefined) throw noSecretKey(env);
  return { id: await sealed.claimKeyId(id), keys };
}

function noSecretKey({ dataDir }: Env): HostError {
  return new HostError('no_secret_key', { folder: dataDir });
}

function wrongSecretKey({ dataDir, secretKey }: Env): HostError {
  const source = secretKey === null ? 'secret.key' : 'FILESHARE_SECRET_KEY';
  return new HostError('wrong_secret_key', { folder: dataDir, source });
}
