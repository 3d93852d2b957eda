import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import type { Context } from '../context.ts';
import { describeValue } from './describe.ts';

/** Says what holds now, also of variables that changed along with those that were `asked` for. */
export function tellChanges(
  { output, translator }: Context,
  asked: readonly string[],
  variables: readonly AdminConfigVariable[],
): void {
  for (const variable of variables) {
    const key = keyOf(variable, asked.includes(variable.key));
    const value = describeValue(translator, variable);
    output.note(translator.t(key, { key: variable.key, value }));
  }
}

function keyOf({ isSecret, isSet, defaultValue }: AdminConfigVariable, isAsked: boolean): MessageKey {
  if (!isAsked) return 'cli.config.forgotten';
  if (isSecret) return isSet ? 'cli.config.secret_set' : 'cli.config.secret_removed';
  if (isSet) return 'cli.config.changed';
  return defaultValue === '' ? 'cli.config.reset_empty' : 'cli.config.reset';
}
