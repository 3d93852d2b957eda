import * as z from 'zod/mini';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { defineCommand } from '../../../command.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

type Text = (identity: WorkloadIdentity) => string;

/** The same text for people and for pipes. */
const column = (
  name: TableColumn<WorkloadIdentity>['name'],
  textOf: Text,
  more: Partial<TableColumn<WorkloadIdentity>> = {},
): TableColumn<WorkloadIdentity> => ({ name, rawOf: textOf, cellOf: textOf, ...more });

const columns: readonly TableColumn<WorkloadIdentity>[] = [
  column('id', ({ id }) => id),
  column('username', ({ user }) => forTerminal(user.username), { rank: 1 }),
  column('scopes', ({ scopes }) => scopes.join(','), { rank: 5, leastWidth: 12 }),
  column('issuer', ({ issuer }) => issuer, { rank: 3, leastWidth: 12 }),
  column('audience', ({ audience }) => forTerminal(audience), { rank: 4, leastWidth: 12 }),
  column('claims', ({ claims }) => forTerminal(conditionsOf(claims)), { rank: 2, leastWidth: 12 }),
  column('name', ({ name }) => forTerminal(name), { leastWidth: 12 }),
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
