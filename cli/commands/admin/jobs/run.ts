import * as z from 'zod/mini';
import { defineCommand } from '../../../command.ts';
import { connect } from '../../../server/connect.ts';
import { stateOf } from './list.ts';

export const runJob = defineCommand({
  args: [{ name: 'job', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [name = ''] }) {
    const { client } = await connect(context);
    const job = await client.jobs.run({ params: { name } });
    const { t } = context.translator;
    context.output.note(t('cli.jobs.ran', { name: job.name, state: t(`cli.jobs.states.${stateOf(job)}`) }));
    return { job };
  },
  exit: ({ job }) => (job.hasFailed && !job.isRunning ? 'failure' : 'ok'),
});
