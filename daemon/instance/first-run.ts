import type { Core } from '../app/core.ts';
import { byHost } from '../features/audit/log.ts';
import type { SetupToken } from '../features/auth/tokens/setup-token.ts';

/** Creates the administrator that the environment names, or a setup token while there is none. */
export async function prepareFirstRun({ env, users }: Core, setupToken: SetupToken): Promise<void> {
  if (env.admin) await users.ensureAdmin(env.admin, byHost);
  if (await users.hasAdmin()) await setupToken.remove();
  else await setupToken.ensure();
}
