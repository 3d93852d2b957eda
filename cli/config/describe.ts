import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { type ConfigKey, type ConfigRow, configRow, isConfigKey } from '#sdk/contract/config.js';
import { formatBytes, formatDuration } from '#sdk/i18n/format.js';
import type { MessageKey, Translator } from '#sdk/i18n/translate.js';
import type { Context } from '../context.ts';
import { forTerminal } from '../io/output.ts';

/** The value that applies, as it is stored, for pipes. A secret is never shown. */
export function effectiveValue({ value, defaultValue, isSecret }: AdminConfigVariable): string {
  return isSecret ? '' : (value ?? defaultValue);
}

const longest = 60;

/** The value that applies, on one line for people: `5000000000 (5 GB)`. */
export function describeValue(translator: Translator, variable: AdminConfigVariable): string {
  if (variable.isSecret) return translator.t(variable.isSet ? 'cli.config.set' : 'cli.config.not_set');
  return describeText(translator, variable.key, effectiveValue(variable));
}

/** The text of a value, on one line for people. */
export function describeText(translator: Translator, key: string, text: string): string {
  const row = isConfigKey(key) ? configRow(key) : undefined;
  const amount =
    row?.type === 'number' && text !== '0' ? describeAmount(translator, row.unit, Number(text)) : '';
  if (amount) return `${text} (${amount})`;
  const [first = '', ...more] = text.split('\n');
  return more.length > 0 || first.length > longest
    ? `${forTerminal(first.slice(0, longest))}…`
    : forTerminal(first);
}

export type VariableState = 'default' | 'set' | 'locked';

export function stateOf({ isSet, lockedBy }: AdminConfigVariable): VariableState {
  if (lockedBy !== null) return 'locked';
  return isSet ? 'set' : 'default';
}

/** Returns the help text of a variable. */
export function describeHelp({ t }: Translator, key: ConfigKey): string {
  // The help mentions the placeholders by name, so they are inserted unchanged.
  return t(
    `config.${key}.help`,
    Object.fromEntries(placeholdersOf(configRow(key)).map((name) => [name, `{${name}}`])),
  );
}

export function placeholdersOf(row: ConfigRow): readonly string[] {
  return ('placeholders' in row && row.placeholders) || [];
}

function describeAmount(
  { locale }: Translator,
  unit: 'bytes' | 'hours' | 'days' | undefined,
  amount: number,
): string {
  if (unit === undefined) return '';
  if (unit === 'bytes') return formatBytes(locale, amount);
  return formatDuration(locale, amount * (unit === 'hours' ? 3600 : 86_400));
}

/** Says which values apply now, including variables that changed together with those that were `asked` for. */
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
