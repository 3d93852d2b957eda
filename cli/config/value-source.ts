import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { type ConfigKey, configRow, isSecret } from '#sdk/contract/config.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import type { Context } from '../context.ts';
import { CliError } from '../errors/cli-error.ts';

/** The options for a value that is not given on the command line. */
export const sourceOptions = {
  stdin: z._default(z.boolean(), false).check(z.meta({ text: 'value_stdin' })),
  file: z.optional(z.string().check(z.meta({ value: 'FILE', text: 'value_file' }))),
};

const SourceOptions = z.strictObject(sourceOptions);
export type SourceOptions = z.output<typeof SourceOptions>;

/** @throws CliError `usage` when both are asked for */
export function hasSource({ stdin, file }: SourceOptions): boolean {
  if (!stdin) return file !== undefined;
  if (file === undefined) return true;
  const params = { option: '--stdin', other: '--file' };
  throw new CliError({ exit: 'usage', key: 'cli.errors.options_exclusive', params });
}

export async function readSource(context: Context, { file }: SourceOptions): Promise<Buffer> {
  return file === undefined ? buffer(context.streams.stdin) : readFile(file);
}

/**
 * The value of a variable that the command line names without one. The last line break belongs to the file, not to
 * the value.
 *
 * @throws CliError `usage` when there is none
 */
export async function readOpenValue(
  context: Context,
  key: ConfigKey,
  options: SourceOptions,
): Promise<string> {
  const value = hasSource(options)
    ? decode(key, await readSource(context, options)).replace(/\r?\n$/, '')
    : await askValue(context, key);
  if (value !== '') return value;
  // A failed program writes nothing, and that must not remove a setting.
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.config_nothing_read',
    params: { key },
    hint: { key: 'cli.hints.config_unset', params: { key } },
  });
}

function decode(key: ConfigKey, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError({ exit: 'usage', key: 'cli.errors.config_not_text', params: { key }, cause });
  }
}

/** Asks for a secret; other values are given on the command line. */
async function askValue({ terminal, translator: { t } }: Context, key: ConfigKey): Promise<string> {
  const secret = isSecret(configRow(key));
  if (secret && terminal.isInteractive)
    return terminal.askSecret(`${t('cli.prompts.config_secret', { key })} `);
  throw missingValue(key, secret ? 'cli.hints.config_secret_no_terminal' : 'cli.hints.config_value');
}

export function missingValue(key: ConfigKey, hint: MessageKey): CliError {
  const params = { key };
  return new CliError({
    exit: 'usage',
    key: 'cli.errors.config_no_value',
    params,
    hint: { key: hint, params },
  });
}
