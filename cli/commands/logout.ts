import * as z from 'zod/mini';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { connect } from '../server/connect.ts';

export const logout = defineCommand({
  options: z.strictObject({}),
  async run(context) {
    const { server } = await connect(context);
    const saved = await context.profiles.find(server);
    const isKey = saved?.token !== undefined;
    if (saved && !isKey) await endSession(context, server);
    await context.profiles.forget(server);
    const key = isKey ? 'cli.logout.forgotten' : 'cli.logout.done';
    context.output.note(context.translator.t(saved ? key : 'cli.logout.nobody', { server }));
    return { server };
  },
});

/** With the session itself: a token of the environment would answer for it, and leave it open. */
async function endSession({ createClient, profiles }: Context, server: string): Promise<void> {
  const client = await createClient({ server, sessionFile: profiles.sessionFile(server) });
  await client.session.signOut();
}
