import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { type AdminConfigVariable, pictureLimits } from '#sdk/contract/config/api.js';
import type { PictureFormat } from '#sdk/contract/config/rows.js';
import { type ConfigKey, configRow, isPicture } from '#sdk/contract/config.js';
import { formatBytes } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import { type Assignments, readAssignments } from '../../config/assignments.ts';
import { confirmAdminTotp, requiresAdminTotp } from '../../config/confirm-admin-totp.ts';
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
  args: [{ name: 'assignment', required: true, variadic: true, canBeEmpty: true }],
  usageHint: 'cli.hints.config_set',
  options: z.strictObject({
    ...sourceOptions,
    yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })),
  }),
  async run(context, { args, options }) {
    const assignments = readAssignments(args, hasSource(options));
    const picture = findPicture(assignments);
    const variables = picture
      ? [await uploadPicture(context, picture, { assignments, options })]
      : await update(context, await readUpdates(context, assignments, options), options.yes);
    const asked = [...assignments.given.map(({ key }) => key), ...assignments.open];
    tellChanges(context, asked, variables);
    return { variables };
  },
});

interface Update {
  key: string;
  value: string;
}

async function update(
  context: Context,
  body: Update[],
  isConfirmed: boolean,
): Promise<AdminConfigVariable[]> {
  if (requiresAdminTotp(body)) await confirmAdminTotp(context, isConfirmed);
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

interface NamedPicture {
  key: ConfigKey;
  format: PictureFormat;
}

/** The picture that is to be uploaded. An empty value resets it like every other variable. */
function findPicture({ given, open }: Assignments): NamedPicture | undefined {
  const keys = [...given.filter(({ typed }) => typed !== '').map(({ key }) => key), ...open];
  return keys.flatMap((key) => {
    const row = configRow(key);
    return isPicture(row) ? [{ key, format: row.format }] : [];
  })[0];
}

/** @throws CliError `usage` when other variables are to change with it: they cannot change together */
async function uploadPicture(
  context: Context,
  { key, format }: NamedPicture,
  { assignments: { given, open }, options }: { assignments: Assignments; options: SourceOptions },
): Promise<AdminConfigVariable> {
  if (given.length + open.length > 1)
    throw new CliError({ exit: 'usage', key: 'cli.errors.config_picture_alone', params: { key } });
  const [assignment] = given;
  if (!assignment && !hasSource(options)) throw missingValue(key, 'cli.hints.config_picture');
  const bytes = assignment ? await readFile(assignment.typed) : await readSource(context, options);
  if (bytes.length > pictureLimits[format].bytes) throw tooLarge(context, { key, format });
  const { client } = await connect(context);
  const content = new Uint8Array(bytes);
  return format === 'logo'
    ? client.configs.uploadLogo({ file: new Blob([content], { type: 'image/png' }) })
    : client.configs.uploadCover({ file: new Blob([content]) });
}

function tooLarge({ translator: { locale } }: Context, { key, format }: NamedPicture): CliError {
  const size = formatBytes(locale, pictureLimits[format].bytes);
  return new CliError({ exit: 'limit', key: 'cli.errors.config_picture_too_large', params: { key, size } });
}
