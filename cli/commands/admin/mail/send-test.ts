import * as z from 'zod/mini';
import { Email } from '#sdk/contract/primitives.js';
import { defineCommand } from '../../../command.ts';
import { connect } from '../../../connect.ts';
import { forTerminal } from '../../../output.ts';
import { readOptions } from '../../../read-input.ts';

const Address = z.strictObject({ email: Email });

export const testMail = defineCommand({
  args: [{ name: 'email', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [given] }) {
    const { email } = readOptions(context.translator, Address, { email: given });
    const { client } = await connect(context);
    const { answer } = await client.configs.testEmail({ body: { email } });
    context.output.note(context.translator.t('cli.mails.tested', { email: forTerminal(email) }));
    return { email, answer };
  },
  view: ({ answer }) => [forTerminal(answer)],
});
