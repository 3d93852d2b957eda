import type { TestApp } from './start-app.ts';

const byHost = { user: null, apiKey: null, ip: null, requestId: null, isHost: true };

/** Changes settings of a test instance, like a command on its machine. */
export async function configure({ app }: TestApp, changes: Readonly<Record<string, string>>): Promise<void> {
  const updates = Object.entries(changes).map(([key, value]) => ({ key, value }));
  await app.core.config.update(updates, byHost);
}
