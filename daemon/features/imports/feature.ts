import type { Core } from '../../app/core.ts';
import type { Authenticator } from '../../http/actor.ts';
import type { Middleware } from '../../http/context.ts';
import type { SharePorts } from '../shares/feature.ts';
import { createOldLinks } from './old-links.ts';
import { createOldLinkAnswers } from './routes.ts';

export interface ImportsFeature {
  /** Creates the middleware that answers the links of other programs. */
  answerOldLinks(authenticator: Authenticator): Middleware;
}

export function createImportsFeature(
  { uow, seal }: Core,
  { authorizeDirectLink, limitLinkGuesses }: SharePorts,
): ImportsFeature {
  const oldLinks = createOldLinks({ uow, seal, authorizeDirectLink, limitLinkGuesses });
  return { answerOldLinks: (authenticator) => createOldLinkAnswers({ oldLinks, authenticator }) };
}
