import type { Context } from '../context.ts';

/** Signs out of a server, deletes what is saved for it, and says so. */
export async function signOut(context: Context, server: string): Promise<void> {
  const saved = await context.profiles.find(server);
  const isKey = saved?.token !== undefined;
  if (saved && !isKey) await endSession(context, server);
  await context.profiles.forget(server);
  const key = isKey ? 'cli.logout.forgotten' : 'cli.logout.done';
  context.output.note(context.translator.t(saved ? key : 'cli.logout.nobody', { server }));
}

/** Ends the session using the session itself: a token from the environment would be used instead and leave it open. */
async function endSession({ createClient, profiles }: Context, server: string): Promise<void> {
  const client = await createClient({ server, sessionFile: profiles.sessionFile(server) });
  await client.session.signOut();
}
