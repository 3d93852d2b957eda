import type { Core } from '../../app/core.ts';
import type { Authenticator } from '../../http/actor.ts';
import type { Middleware } from '../../http/context.ts';
import type { SharePorts } from '../shares/feature.ts';
import { createOldLinks } from './old-links.ts';
import { createOldLinkRedirects } from './routes.ts';

export interface ImportsFeature {
  /** Creates the middleware that redirects the links of other programs. */
  redirectOldLinks(authenticator: Authenticator): Middleware;
}

export function createImportsFeature(
  { uow, seal }: Core,
  { authorizeDirectLink, limitLinkGuesses }: SharePorts,
): ImportsFeature {
  const oldLinks = createOldLinks({ uow, seal, authorizeDirectLink, limitLinkGuesses });
  return { redirectOldLinks: (authenticator) => createOldLinkRedirects({ oldLinks, authenticator }) };
}
