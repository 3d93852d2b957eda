import * as z from 'zod/mini';
import { type AdminConfigVariable, pictureLimits } from '#sdk/contract/config/api.js';
import { type ConfigKey, type ConfigRow, configEnvName, configRow, isPicture } from '#sdk/contract/config.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { locales } from '#sdk/i18n/locales.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { defineCommand } from '../../command.ts';
import { describeHelp, describeText, describeValue, placeholdersOf, stateOf } from '../../config/describe.ts';
import { findConfigKey } from '../../config/find-key.ts';
import { getVariable } from '../../config/variables.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../server/connect.ts';
import { alignColumns } from '../../ui/columns.ts';

export const explain = defineCommand({
  args: [{ name: 'variable', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [name = ''] }) {
    const key = findConfigKey(name);
    const { translator } = context;
    const { client } = await connect(context);
    const { default: _default, ...row } = configRow(key);
    const variable = await getVariable(client, key);
    return {
      key,
      label: translator.t(`config.${key}.label`),
      help: describeHelp(translator, key),
      environment: environmentOf(key),
      rules: row,
      variable,
    };
  },
  view: ({ key, label, help, variable }, context) => [
    `${key}: ${label}`,
    help,
    '',
    ...alignColumns(
      fieldsOf(key, variable, context).filter(([, text]) => text !== ''),
      new Set(),
    ),
  ],
});

/** A picture cannot be set by the environment. */
function environmentOf(key: ConfigKey): string | null {
  return isPicture(configRow(key)) ? null : configEnvName(key);
}

function fieldsOf(
  key: ConfigKey,
  variable: AdminConfigVariable,
  { translator }: Context,
): [string, string][] {
  const { t } = translator;
  const row: ConfigRow = configRow(key);
  const value = describeValue(translator, variable);
  const state = t(`cli.config.states.${stateOf(variable)}`, { variable: variable.lockedBy ?? '' });
  return [
    [t('cli.columns.value'), value === '' ? t('cli.config.empty') : value],
    [t('cli.columns.state'), state],
    [t('cli.columns.default'), describeText(translator, key, variable.defaultValue) || t('cli.config.empty')],
    [t('cli.columns.type'), describeType(translator, row)],
    [t('cli.columns.bounds'), describeBounds(translator, row)],
    [
      t('cli.columns.placeholders'),
      placeholdersOf(row)
        .map((name) => `{${name}}`)
        .join(' '),
    ],
    [t('cli.columns.needs'), (row.requires ?? []).join(', ')],
    [t('cli.columns.readable_by'), t(`cli.config.readers.${row.visibility}`)],
    [t('cli.columns.environment'), environmentOf(key) ?? ''],
  ];
}

/** Describes the type of a variable's value, and how it can be typed. */
function describeType({ t }: Translator, row: ConfigRow): string {
  if (row.type === 'boolean') return t('cli.config.types.boolean');
  if (row.type === 'number') return t(`cli.config.types.${row.unit ?? 'number'}`);
  if (row.secret) return t('cli.config.types.secret');
  if (row.markdown) return t('cli.config.types.markdown');
  return t(`cli.config.types.${row.format ?? row.type}`);
}

/** Numbers without separators, as they can be typed. */
function describeBounds({ t, locale }: Translator, row: ConfigRow): string {
  if (row.type === 'boolean') return '';
  if (row.type === 'number') return describeRange({ t }, row.min, row.max);
  if (isPicture(row)) {
    return t('cli.config.bounds.picture', {
      size: formatBytes(locale, pictureLimits[row.format].bytes),
      pixels: `${pictureLimits[row.format].pixels}`,
    });
  }
  if (row.format === 'locale') return locales.map(({ code }) => code).join(' ');
  if (row.format !== undefined) return '';
  return t('cli.config.bounds.text', { min: `${row.minLength}`, max: `${row.maxLength}` });
}

function describeRange({ t }: Pick<Translator, 't'>, min: number, max: number): string {
  return max === Number.MAX_SAFE_INTEGER
    ? t('cli.config.bounds.from', { min: `${min}` })
    : t('cli.config.bounds.range', { min: `${min}`, max: `${max}` });
}
