import { type ConfigKey, configRegistry, isSecret } from '#sdk/contract/config.js';
import type { Seal } from '../../crypto/seal.ts';

/** The text as it is stored: that of a secret is sealed. */
export function toStored(key: ConfigKey, text: string, seal: Seal | null): string {
  if (!isSecret(configRegistry[key])) return text;
  if (!seal) throw new Error('secrets cannot be stored without the secret key');
  return seal.seal(text, purposeOf(key));
}

/** @throws Error when a secret was sealed with another secret key */
export function fromStored(key: ConfigKey, stored: string, seal: Seal | null): string | undefined {
  return isSecret(configRegistry[key]) ? seal?.open(stored, purposeOf(key)) : stored;
}

function purposeOf(key: ConfigKey): string {
  return `config ${key}`;
}
