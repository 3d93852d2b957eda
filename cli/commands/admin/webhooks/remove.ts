import * as z from 'zod/mini';
import { defineCommand } from '../../../command.ts';
import { confirmAction } from '../../../io/confirm.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { chooseWebhook } from './find-webhook.ts';

export const removeWebhooks = defineCommand({
  args: [{ name: 'webhook', required: true, variadic: true }],
  options: z.strictObject({ yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })) }),
  async run(context, { args, options }) {
    const { t } = context.translator;
    const { client } = await connect(context);
    const all = await client.webhooks.list();
    const chosen = [...new Set(args.map((reference) => chooseWebhook(all, reference)))];
    if (!options.yes) {
      const consequences = chosen.map(({ id, name, server }) =>
        t('cli.webhooks.consequence', { id, name: forTerminal(name), server }),
      );
      const question = t('cli.prompts.remove_webhooks', { count: chosen.length });
      await confirmAction(context, { consequences, question });
    }
    for (const { id } of chosen) await client.webhooks.remove({ params: { id } });
    return { deleted: chosen.map(({ id }) => id) };
  },
  view: ({ deleted }) => deleted,
});
