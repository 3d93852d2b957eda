import { type ConfigKey, categoryOf } from '#sdk/contract/config.js';
import type { Context } from '../context.ts';

/** What is kept but has no effect in this version. */
export function tellLater({ output, translator }: Context, keys: readonly ConfigKey[]): void {
  if (keys.some((key) => categoryOf(key) === 'oauth')) output.note(translator.t('cli.config.oauth_later'));
}
