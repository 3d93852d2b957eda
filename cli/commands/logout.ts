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

/** Ends the session using the session itself: a token from the environment would be used instead and leave it open. */
async function endSession({ createClient, profiles }: Context, server: string): Promise<void> {
  const client = await createClient({ server, sessionFile: profiles.sessionFile(server) });
  await client.session.signOut();
}
