import * as z from 'zod/mini';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { defineCommand } from '../../command.ts';
import { type Assignments, readAssignments } from '../../config/assignments.ts';
import { tellChanges } from '../../config/tell-changes.ts';
import { readTypedValue } from '../../config/typed-value.ts';
import { namesPicture, uploadLogo } from '../../config/upload-logo.ts';
import { hasSource, readOpenValue, type SourceOptions, sourceOptions } from '../../config/value-source.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors/errors.ts';
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
