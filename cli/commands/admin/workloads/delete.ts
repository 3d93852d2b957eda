import * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { defineCommand } from '../../../command.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { confirmAction } from '../../../io/confirm.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';

export const deleteWorkloads = defineCommand({
  args: [{ name: 'workload', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const { t } = context.translator;
    const { client } = await connect(context);
    const all = await client.workloadIdentities.list();
    const chosen = [...new Set(args.map((reference) => find(all, reference)))];
    if (!options.yes) {
      const consequences = chosen.map(({ id, name, user: { username } }) =>
        t('cli.workloads.consequence', { id, name: forTerminal(name), username: forTerminal(username) }),
      );
      const question = t('cli.prompts.delete_workloads', { count: chosen.length });
      await confirmAction(context, { consequences, question });
    }
    for (const { id } of chosen) await client.workloadIdentities.remove({ params: { id } });
    return { deleted: chosen.map(({ id }) => id) };
  },
  view: ({ deleted }) => deleted,
});

/** By id, or by a name that only one has. */
function find(all: readonly WorkloadIdentity[], reference: string): WorkloadIdentity {
  const byId = all.find(({ id }) => id === reference);
  if (byId) return byId;
  const [only, ...others] = all.filter(({ name }) => name === reference);
  if (!only) throw new AppError('workload_identity_not_found');
  if (others.length === 0) return only;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.workload_ambiguous',
    params: { name: reference },
    hint: { key: 'cli.hints.workload_ambiguous' },
  });
}
