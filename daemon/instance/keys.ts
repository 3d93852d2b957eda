import { AppError } from '#sdk/contract/errors.js';
import { HostError } from '#sdk/contract/host.js';
import type { Core } from '../app/core.ts';
import type { Repos } from '../app/repos.ts';
import { secretKeyId } from '../crypto/seal.ts';
import { makeSecretKey, newSecretKey, readSecretKeys, removeDrafts } from '../crypto/secret-key.ts';
import type { Env } from '../env/env.ts';

/** The secrets of an instance. */
export interface InstanceKeys {
  /** Of the key with which the instance signs and seals, as its database says. */
  id: string;
  /** That key; another one only for who replaces a key that is lost. */
  current: string;
  /** Others that sealed texts may need to be opened: those before it, and the next one while it is being introduced. */
  others: readonly string[];
}

type SealedRepo = Repos['sealed'];

/**
 * The keys of the instance. Its database remembers which is the current one, from the first start on: with another one,
 * stored secrets would be lost and everybody's session would end.
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

/** Another key may have been introduced since it was looked for. @throws AppError `secret_key_changed` */
export async function requireSameKey({ sealed }: Pick<Repos, 'sealed'>, { id }: InstanceKeys): Promise<void> {
  if ((await sealed.readKeyId()) !== id) throw new AppError('secret_key_changed');
}

/** The first thing with the lock of the folder: what was read before may be changed, and nobody else writes keys now. */
export async function confirmKeys({ env, uow, keys }: Pick<Core, 'env' | 'uow' | 'keys'>): Promise<void> {
  await requireSameKey(uow.read, keys);
  await removeDrafts(env.dataDir);
}

/** A new instance, or one from before keys were remembered: what it has sealed tells with which it did. */
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
