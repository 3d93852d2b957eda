import { configRegistry, isPicture } from '#sdk/contract/config.js';
import type { ConfigChange } from './changes.ts';
import type { InstanceFileRepo } from './files-repo.ts';
import type { ConfigRepo } from './repo.ts';
import type { StoredTexts } from './stored-texts.ts';

export interface ChangeRepos {
  config: ConfigRepo;
  instanceFiles: InstanceFileRepo;
}

/** Stores one change; the bytes of a picture are stored and deleted together with its address. */
export async function writeChange(
  { config, instanceFiles }: ChangeRepos,
  { key, text, file }: ConfigChange,
  { toStored, now }: Pick<StoredTexts, 'toStored'> & { now: number },
): Promise<void> {
  await (text === null ? config.remove(key) : config.save(key, toStored(key, text), now));
  if (file) await instanceFiles.save(key, file, now);
  else if (isPicture(configRegistry[key])) await instanceFiles.remove(key);
}
