import { EnvError } from '#sdk/contract/host.js';
import { createContentLinks } from '../features/files/content/links.ts';
import type { ContentOrigin } from '../features/files/feature.ts';
import type { ServerLimits } from '../http/limits/limits.ts';
import { createPublicRouter } from '../http/router.ts';
import type { Core } from './core.ts';

interface Options {
  checkResponses: boolean;
  limits: ServerLimits;
}

/** Creates the origin that files are sent from, if the host has configured one; see docs/guide/security.md. */
export function createContentOrigin(
  { env, config, secretKey, clock }: Pick<Core, 'env' | 'config' | 'secretKey' | 'clock'>,
  options: Options,
): ContentOrigin | null {
  const { contentOrigin } = env;
  if (contentOrigin === null) return null;
  const { host } = new URL(contentOrigin);
  const appOrigin = () => new URL(config.get('general.appUrl')).origin;
  const isElsewhere = () => new URL(appOrigin()).host !== host;
  return {
    links: createContentLinks({ contentOrigin, secretKey, clock }),
    appOrigin,
    isElsewhere,
    isContentHost: (ctx) => ctx.get('host').toLowerCase() === host && isElsewhere(),
    serve: (routes) => createPublicRouter({ ...options, routes }),
  };
}

/** @throws EnvError when the content origin cannot be separated from the page */
export function checkContentOrigin({ env, config }: Pick<Core, 'env' | 'config'>): void {
  if (env.contentOrigin === null) return;
  const app = new URL(config.get('general.appUrl'));
  const content = new URL(env.contentOrigin);
  const name = 'FILESHARE_CONTENT_ORIGIN';
  if (content.host === app.host) {
    throw new EnvError([
      `${name} must have another host name than the instance's own address ${app.origin}.`,
    ]);
  }
  if (app.protocol === 'https:' && content.protocol !== 'https:') {
    throw new EnvError([`${name} must begin with https:// because the instance's own address does.`]);
  }
}
