import * as z from 'zod/mini';
import { defineCommand } from '../../command.ts';
import { tellChanges } from '../../config/describe.ts';
import { findConfigKey } from '../../config/find-key.ts';
import { connect } from '../../server/connect.ts';

export const unset = defineCommand({
  args: [{ name: 'variable', required: true, variadic: true }],
  options: z.strictObject({}),
  async run(context, { args }) {
    const keys = [...new Set(args.map(findConfigKey))];
    const { client } = await connect(context);
    const variables = await client.configs.update({ body: keys.map((key) => ({ key, value: '' })) });
    tellChanges(context, keys, variables);
    return { variables };
  },
});
