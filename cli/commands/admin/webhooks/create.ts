import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { CreateWebhook } from '#sdk/contract/webhooks/api.js';
import { defineCommand } from '../../../command.ts';
import { readArguments } from '../../../options/read.ts';
import { connect } from '../../../server/connect.ts';

const { kind, url, target, events, name: Name } = CreateWebhook.shape;

const NameArgument = z.strictObject({ webhook: Name });

/** A token is never a word of the command line, where others can read it. */
export const destinationOptions = {
  target: target.check(z.meta({ value: 'ID' })),
  tokenFile: z.optional(z.string().check(z.meta({ value: 'FILE', field: 'token' }))),
};

export const create = defineCommand({
  args: [{ name: 'webhook', field: 'name', text: 'new_webhook', required: true }],
  options: z.strictObject({
    kind,
    url: url.check(z.meta({ value: 'URL' })),
    event: events.check(z.meta({ field: 'events', text: 'event' })),
    ...destinationOptions,
  }),
  async run(context, { args: [webhook], options: { kind: service, url: address, event, ...destination } }) {
    const { webhook: name } = readArguments(context.translator, NameArgument, { webhook });
    const chosen = await readDestination(destination);
    const { client } = await connect(context);
    const created = await client.webhooks.create({
      body: { name, kind: service, url: address, events: [...new Set(event)], ...chosen },
    });
    if (created.secret !== null) context.output.note(context.translator.t('cli.webhooks.secret'));
    return created;
  },
  view: ({ webhook, secret }) => [webhook.id, ...(secret === null ? [] : [secret])],
});

interface Destination {
  target?: string | undefined;
  tokenFile?: string | undefined;
}

/** Reads the token from its file: the first line. */
export async function readDestination({ target: room, tokenFile }: Destination) {
  const token = tokenFile === undefined ? undefined : (await readFile(tokenFile, 'utf8')).split(/\r?\n/)[0];
  return { ...(room !== undefined && { target: room }), ...(token !== undefined && { token }) };
}
