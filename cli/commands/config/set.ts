import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type AdminConfigVariable, logoLimits } from '#sdk/contract/config/api.js';
import { configRow, isPicture } from '#sdk/contract/config.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { type Assignments, readAssignments } from '../../config/assignments.ts';
import { tellChanges } from '../../config/describe.ts';
import { readTypedValue } from '../../config/typed-value.ts';
import {
  hasSource,
  missingValue,
  readOpenValue,
  readSource,
  type SourceOptions,
  sourceOptions,
} from '../../config/value-source.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { connect } from '../../server/connect.ts';

export const set = defineCommand({
  args: [{ name: 'assignment', required: true, variadic: true }],
  usageHint: 'cli.hints.config_set',
  options: z.strictObject(sourceOptions),
  async run(context, { args, options }) {
    const assignments = readAssignments(args, hasSource(options));
    const variables = namesPicture(assignments)
      ? [await uploadLogo(context, assignments, options)]
      : await update(context, await readUpdates(context, assignments, options));
    const asked = [...assignments.given.map(({ key }) => key), ...assignments.open];
    tellChanges(context, asked, variables);
    return { variables };
  },
});

interface Update {
  key: string;
  value: string;
}

async function update(context: Context, body: Update[]): Promise<AdminConfigVariable[]> {
  const { client } = await connect(context);
  return client.configs.update({ body });
}

async function readUpdates(
  context: Context,
  { given, open }: Assignments,
  options: SourceOptions,
): Promise<Update[]> {
  const { translator } = context;
  if (hasSource(options) && open.length !== 1) {
    throw new CliError({
      exit: 'usage',
      key: 'cli.errors.config_one_source',
      hint: { key: 'cli.hints.config_one_source' },
    });
  }
  const updates = given.map(({ key, typed }) => ({ key, value: readTypedValue(translator, key, typed) }));
  for (const key of open) {
    const typed = await readOpenValue(context, key, options);
    updates.push({ key, value: readTypedValue(translator, key, typed) });
  }
  return updates;
}

/** True when a picture is to be uploaded. An empty value resets it like every other variable. */
function namesPicture({ given, open }: Assignments): boolean {
  const keys = [...given.filter(({ typed }) => typed !== '').map(({ key }) => key), ...open];
  return keys.some((key) => isPicture(configRow(key)));
}

/** @throws CliError `usage` when other variables are to change with it: they cannot change together */
async function uploadLogo(
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
