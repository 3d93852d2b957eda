import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import { connect } from '../connect.ts';

export const logout = defineCommand({
  options: z.strictObject({}),
  async run(context) {
    const { server, client } = await connect(context);
    // A saved token is only forgotten: it was made elsewhere and may be in use there.
    const saved = await context.profiles.find(server);
    if (saved && saved.token === undefined) await client.session.signOut();
    await context.profiles.forget(server);
    const key = saved ? 'cli.logout.done' : 'cli.logout.nobody';
    context.output.note(context.translator.t(key, { server }));
    return { server };
  },
});
