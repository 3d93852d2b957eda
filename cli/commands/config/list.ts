import * as z from 'zod/mini';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import { configCategories } from '#sdk/contract/config.js';
import { defineCommand } from '../../command.ts';
import { describeValue, effectiveValue, stateOf } from '../../config/describe.ts';
import { findConfigCategory } from '../../config/find-key.ts';
import { listVariables } from '../../config/variables.ts';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../io/output.ts';
import { connect } from '../../server/connect.ts';
import { textColumn } from '../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../ui/table.ts';

const columns: readonly TableColumn<AdminConfigVariable>[] = [
  textColumn('variable', ({ key }) => key),
  {
    name: 'state',
    rawOf: stateOf,
    cellOf: (variable, { translator: { t } }) => describeState(variable, t),
    rank: 1,
    leastWidth: 12,
  },
  {
    name: 'value',
    rawOf: (variable) => forTerminal(effectiveValue(variable)),
    cellOf: (variable, { translator }) => describeValue(translator, variable),
    leastWidth: 16,
  },
  { name: 'environment', rawOf: ({ lockedBy }) => lockedBy ?? '' },
];

export const list = defineCommand({
  args: [{ name: 'category' }],
  options: z.strictObject({ changed: z._default(z.boolean(), false), columns: columnsOption(columns) }),
  async run(context, { args: [category], options }) {
    const categories = category === undefined ? configCategories : [findConfigCategory(category)];
    const { client } = await connect(context);
    const all = await listVariables(client, categories);
    const variables = options.changed ? all.filter(({ isSet }) => isSet) : all;
    if (variables.length === 0) context.output.note(context.translator.t('cli.config.none'));
    return { variables };
  },
  view({ variables }, context, options) {
    const lines = listLines(variables, context, { columns, chosen: options?.columns });
    if (!context.streams.stdout.isTTY) return lines;
    const [head = '', ...rows] = lines;
    return [head, ...rows.flatMap((line, index) => (isNewCategory(variables, index) ? ['', line] : [line]))];
  },
});

function describeState(variable: AdminConfigVariable, t: Context['translator']['t']): string {
  return t(`cli.config.states.${stateOf(variable)}`, { variable: variable.lockedBy ?? '' });
}

function isNewCategory(variables: readonly AdminConfigVariable[], index: number): boolean {
  const categoryAt = (position: number) => variables[position]?.key.split('.')[0];
  return index > 0 && categoryAt(index) !== categoryAt(index - 1);
}
