import { importedIssuer } from '../../features/oauth/imported-links.ts';
import type { SourceLink, SourceUser } from '../model.ts';
import type { Planning } from './plan.ts';

/**
 * Decides which links to sign-in providers an imported account gets. A provider must be set up here as it was there, or
 * its answers would be about other people.
 */
export function createLinkPlanner({ core, note, settingOf }: Planning) {
  const taken = new Set<string>();

  function isSameProvider({ provider, issuer, clientId }: SourceLink): boolean {
    if (provider === 'oidc') return importedIssuer(provider, settingOf('oauth.oidc-discoveryUri')) === issuer;
    return clientId === null || settingOf('oauth.microsoft-clientId') === clientId;
  }

  async function isFree({ provider, issuer, subject }: SourceLink): Promise<boolean> {
    const isTaken = taken.has(JSON.stringify([provider, issuer, subject]));
    return !isTaken && (await core.uow.read.socialAccounts.find({ provider, issuer, subject })) === null;
  }

  return {
    /** Returns those that an account can have: one for each provider, and none that is another account's. */
    async plan(username: string, links: SourceUser['links']): Promise<SourceLink[]> {
      const planned = new Map<string, SourceLink>();
      for (const link of links) {
        const { provider, issuer, subject } = link;
        if (!isSameProvider(link)) note('user_links_elsewhere', username, provider);
        else if (planned.has(provider) || !(await isFree(link))) note('user_links_taken', username, provider);
        else {
          planned.set(provider, link);
          taken.add(JSON.stringify([provider, issuer, subject]));
        }
      }
      return [...planned.values()];
    },

    /** Whether someone can sign in with at least one of them. */
    canSignIn: (links: readonly SourceLink[]) =>
      links.some(({ provider }) => settingOf(`oauth.${provider}-enabled`) === 'true'),
  };
}
