import * as z from 'zod/mini';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { defineCommand } from '../../../command.ts';
import { connect } from '../../../server/connect.ts';
import { textColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<WorkloadIdentity>[] = [
  textColumn('id', ({ id }) => id),
  textColumn('username', ({ user }) => user.username, { rank: 1 }),
  textColumn('scopes', ({ scopes }) => scopes.join(','), { rank: 5, leastWidth: 12 }),
  textColumn('issuer', ({ issuer }) => issuer, { rank: 3, leastWidth: 12 }),
  textColumn('audience', ({ audience }) => audience, { rank: 4, leastWidth: 12 }),
  textColumn('claims', ({ claims }) => conditionsOf(claims), { rank: 2, leastWidth: 12 }),
  textColumn('name', ({ name }) => name, { leastWidth: 12 }),
];

export const list = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    const workloadIdentities = await client.workloadIdentities.list();
    if (workloadIdentities.length === 0) context.output.note(context.translator.t('cli.workloads.none'));
    return { workloadIdentities };
  },
  view: ({ workloadIdentities }, context, options) =>
    listLines(workloadIdentities, context, { columns, chosen: options?.columns }),
});

const conditionsOf = (claims: WorkloadIdentity['claims']): string =>
  Object.entries(claims)
    .map((pair) => pair.join('='))
    .join(' ');
