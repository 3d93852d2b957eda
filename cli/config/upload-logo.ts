import { readFile } from 'node:fs/promises';
import { type AdminConfigVariable, logoLimits } from '#sdk/contract/config/api.js';
import { configRow, isPicture } from '#sdk/contract/config.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/errors.ts';
import { connect } from '../server/connect.ts';
import type { Assignments } from './assignments.ts';
import { hasSource, missingValue, readSource, type SourceOptions } from './value-source.ts';

/** True when a picture is to be uploaded. An empty value resets it like every other variable. */
export function namesPicture({ given, open }: Assignments): boolean {
  const keys = [...given.filter(({ typed }) => typed !== '').map(({ key }) => key), ...open];
  return keys.some((key) => isPicture(configRow(key)));
}

/** @throws CliError `usage` when other variables are to change with it: they cannot change together */
export async function uploadLogo(
  context: Context,
  { given, open }: Assignments,
  options: SourceOptions,
): Promise<AdminConfigVariable> {
  if (given.length + open.length > 1)
    throw new CliError({ exit: 'usage', key: 'cli.errors.config_picture_alone' });
  const [assignment] = given;
  if (!assignment && !hasSource(options)) throw missingValue('general.logo', 'cli.hints.config_logo');
  const bytes = assignment ? await readFile(assignment.typed) : await readSource(context, options);
  if (bytes.length > logoLimits.bytes) throw tooLarge(context);
  const { client } = await connect(context);
  return client.configs.uploadLogo({ file: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) });
}

function tooLarge({ translator: { locale } }: Context): CliError {
  const size = formatBytes(locale, logoLimits.bytes);
  return new CliError({ exit: 'limit', key: 'cli.errors.config_picture_too_large', params: { size } });
}
