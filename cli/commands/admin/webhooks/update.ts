import * as z from 'zod/mini';
import { UpdateWebhook } from '#sdk/contract/webhooks/api.js';
import { defineCommand } from '../../../command.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';
import { destinationOptions, readDestination } from './create.ts';
import { findWebhook } from './find-webhook.ts';

const { name: newName, url, events } = UpdateWebhook.shape;
const flag = () => z._default(z.boolean(), false);

export const update = defineCommand({
  args: [{ name: 'webhook', required: true }],
  options: z.strictObject({
    name: newName.check(z.meta({ value: 'NAME', text: 'new_webhook_name' })),
    url: url.check(z.meta({ value: 'URL', text: 'webhook_url' })),
    event: events.check(z.meta({ field: 'events', text: 'event' })),
    ...destinationOptions,
    disable: flag().check(z.meta({ text: 'webhook_disable' })),
    enable: flag().check(z.meta({ text: 'webhook_enable' })),
  }),
  async run(context, { args: [reference = ''], options }) {
    const { name, url: address, event, disable, enable, ...destination } = options;
    if (disable && enable) throw new CliError({ exit: 'usage', key: 'cli.errors.disable_enable' });
    const body = {
      ...(name !== undefined && { name }),
      ...(address !== undefined && { url: address }),
      ...(event !== undefined && { events: [...new Set(event)] }),
      ...(await readDestination(destination)),
      ...((disable || enable) && { isEnabled: enable }),
    };
    if (Object.keys(body).length === 0) {
      const params = { command: 'admin webhooks update' };
      throw new CliError({ exit: 'usage', key: 'cli.errors.nothing_to_change', params });
    }
    const { client } = await connect(context);
    const { id } = await findWebhook(client, reference);
    const webhook = await client.webhooks.update({ params: { id }, body });
    context.output.note(context.translator.t('cli.webhooks.changed', { name: forTerminal(webhook.name) }));
    return { webhook };
  },
});
