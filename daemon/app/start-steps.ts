import { HostError } from '#sdk/contract/host.js';
import { byHost } from '../features/audit/log.ts';
import type { SetupToken } from '../features/auth/tokens/setup-token.ts';
import type { Logger } from '../logger.ts';
import type { Stores } from '../storage/stores.ts';
import type { Core } from './core.ts';

/**
 * Refuses to start with a storage that cannot be the right one. A server of it that is away may come back.
 *
 * @throws HostError
 */
export async function requireUsable({ findProblem }: Stores, logger: Logger): Promise<void> {
  const problem = await findProblem();
  if (problem === null) return;
  if (problem.code !== 'bucket_unreachable') throw new HostError(problem.code, problem.params);
  logger.error(
    problem.params,
    'the S3 server cannot be reached: uploads and downloads fail until it answers',
  );
}

/** Headers of a proxy that nobody trusts sign nobody in. */
export function warnOfMissingProxies({ config, env, logger }: Core): void {
  const warn = () => {
    if (!config.get('proxy.enabled') || env.trustedProxies !== '') return;
    logger.warn('proxy.enabled is on, but FILESHARE_TRUSTED_PROXIES is empty: headers sign nobody in');
  };
  warn();
  config.subscribe((changed) => {
    if (changed.includes('proxy.enabled')) warn();
  });
}

/** Creates the administrator that the environment names, or a setup token while there is none. */
export async function prepareFirstRun({ env, users }: Core, setupToken: SetupToken): Promise<void> {
  if (env.admin) await users.ensureAdmin(env.admin, byHost);
  if (await users.hasAdmin()) await setupToken.remove();
  else await setupToken.ensure();
}
