import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { effectiveValue } from '../../config/describe.ts';
import { findConfigKey } from '../../config/find-key.ts';
import { getVariable } from '../../config/variables.ts';
import { CliError } from '../../errors/cli-error.ts';
import { forTerminal } from '../../io/output.ts';
import { connect } from '../../server/connect.ts';

export const get = defineCommand({
  args: [{ name: 'variable', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [name = ''] }) {
    const key = findConfigKey(name);
    const { client } = await connect(context);
    const variable = await getVariable(client, key);
    if (variable.isSecret && !context.options.json) {
      throw new CliError({
        exit: 'forbidden',
        key: variable.isSet ? 'cli.errors.config_secret_set' : 'cli.errors.config_secret_not_set',
        params: { key },
      });
    }
    return { variable };
  },
  view({ variable }, { streams }) {
    const lines = effectiveValue(variable).split('\n');
    return streams.stdout.isTTY ? lines.map(forTerminal) : lines;
  },
});
