import * as z from 'zod/mini';
import type { Webhook } from '#sdk/contract/webhooks/api.js';
import { defineCommand } from '../../../command.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { codeColumn, textColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<Webhook>[] = [
  textColumn('id', ({ id }) => id),
  codeColumn('state', stateOf, { keyOf: (state) => `cli.webhooks.states.${state}`, rank: 1 }),
  textColumn('kind', ({ kind }) => kind, { rank: 2 }),
  textColumn('server', ({ server }) => server, { rank: 4, leastWidth: 12 }),
  { name: 'target', rawOf: ({ target }) => forTerminal(target ?? '') },
  {
    name: 'events',
    rawOf: ({ events }) => events.join(','),
    cellOf: ({ events }) => events.join(', '),
    rank: 5,
    leastWidth: 12,
  },
  textColumn('name', ({ name }) => name, { leastWidth: 12 }),
];

export const list = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    const webhooks = await client.webhooks.list();
    if (webhooks.length === 0) context.output.note(context.translator.t('cli.webhooks.none'));
    return { webhooks };
  },
  view: ({ webhooks }, context, options) =>
    listLines(webhooks, context, { columns, chosen: options?.columns }),
});

function stateOf({ isEnabled, failingSince }: Webhook): 'on' | 'off' | 'failing' {
  if (!isEnabled) return 'off';
  return failingSince === null ? 'on' : 'failing';
}
