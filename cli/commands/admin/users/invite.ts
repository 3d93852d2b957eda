import * as z from 'zod/mini';
import { defineCommand } from '../../../command.ts';
import { findUser } from '../../../find/user.ts';
import { forTerminal } from '../../../io/output.ts';
import { connect } from '../../../server/connect.ts';

export const invite = defineCommand({
  args: [{ name: 'user', required: true }],
  options: z.strictObject({}),
  async run(context, { args: [reference = ''] }) {
    const { client } = await connect(context);
    const { id, username, email } = await findUser(client, reference);
    await client.users.invite({ params: { id } });
    context.output.note(context.translator.t('cli.users.invited', { email: forTerminal(email) }));
    return { user: { id, username, email } };
  },
});
