import * as z from 'zod/mini';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import { defineCommand } from '../../command.ts';
import { connect } from '../../server/connect.ts';
import { textColumn, timeColumn } from '../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../ui/table.ts';

const columns: readonly TableColumn<ApiKey>[] = [
  textColumn('id', ({ id }) => id),
  textColumn('scopes', ({ scopes }) => scopes.join(','), { rank: 3, leastWidth: 12 }),
  timeColumn('created', ({ createdAt }) => createdAt, { isDay: true, rank: 4 }),
  timeColumn('expires', ({ expiresAt }) => expiresAt, { isDay: true, rank: 1 }),
  timeColumn('last_used', ({ lastUsedAt }) => lastUsedAt, { rank: 2 }),
  textColumn('name', ({ name }) => name, { leastWidth: 12 }),
];

export const listKeys = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    const apiKeys = await client.apiKeys.list();
    if (apiKeys.length === 0) context.output.note(context.translator.t('cli.key.none'));
    return { apiKeys };
  },
  view: ({ apiKeys }, context, options) => listLines(apiKeys, context, { columns, chosen: options?.columns }),
});
