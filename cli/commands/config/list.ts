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
import { alignColumns } from '../../ui/columns.ts';

export const list = defineCommand({
  args: [{ name: 'category' }],
  options: z.strictObject({ changed: z._default(z.boolean(), false) }),
  async run(context, { args: [category], options }) {
    const categories = category === undefined ? configCategories : [findConfigCategory(category)];
    const { client } = await connect(context);
    const all = await listVariables(client, categories);
    const variables = options.changed ? all.filter(({ isSet }) => isSet) : all;
    if (variables.length === 0) context.output.note(context.translator.t('cli.config.none'));
    return { variables };
  },
  view: ({ variables }, context) =>
    context.streams.stdout.isTTY ? tableOf(variables, context) : variables.map(toTabbedLine),
});

function tableOf(variables: readonly AdminConfigVariable[], { translator }: Context): string[] {
  if (variables.length === 0) return [];
  const { t } = translator;
  const head = (['variable', 'value', 'state'] as const).map((column) =>
    t(`cli.columns.${column}`).toUpperCase(),
  );
  const rows = variables.map((variable) => [
    variable.key,
    describeValue(translator, variable),
    describeState(variable, translator.t),
  ]);
  const [first = '', ...lines] = alignColumns([head, ...rows], new Set());
  return [first, ...lines.flatMap((line, index) => (isNewCategory(variables, index) ? ['', line] : [line]))];
}

function describeState(variable: AdminConfigVariable, t: Context['translator']['t']): string {
  return t(`cli.config.states.${stateOf(variable)}`, { variable: variable.lockedBy ?? '' });
}

function isNewCategory(variables: readonly AdminConfigVariable[], index: number): boolean {
  const categoryAt = (position: number) => variables[position]?.key.split('.')[0];
  return index > 0 && categoryAt(index) !== categoryAt(index - 1);
}

/** For pipes: key, state, value, environment variable that locks it. */
function toTabbedLine(variable: AdminConfigVariable): string {
  const value = forTerminal(effectiveValue(variable));
  return [variable.key, stateOf(variable), value, variable.lockedBy ?? ''].join('\t');
}
