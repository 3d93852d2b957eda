import type { OauthProvider } from '#sdk/contract/oauth.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { lockPerson } from './lock-person.ts';
import type { Profile, SocialRepos } from './types.ts';

/**
 * Returns the issuer of an imported link that cannot name its own; null: it can. No provider has it, because it is not a
 * web address.
 *
 * - `oidc`: other programs know the address of the metadata. It tells the issuer but for a slash at its end (OpenID
 *   Connect Discovery 1.0, section 4).
 * - `microsoft`: each tenant is an issuer, and other programs do not know the tenants of their users. Subjects are those
 *   of one client and one user, in all tenants:
 *   https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference
 *
 * @param issuer the issuer, or the address of its metadata
 */
export function importedIssuer(provider: OauthProvider, issuer: string): string | null {
  if (provider === 'microsoft') return 'imported:https://login.microsoftonline.com';
  if (provider !== 'oidc' || !URL.canParse(issuer)) return null;
  const { href } = new URL(issuer);
  return `imported:${href.replace(/\/\.well-known\/openid-configuration$/, '').replace(/\/+$/, '')}`;
}

/** Gives an imported link the issuer that its owner has come back from, once and for all. */
export async function completeImportedLink<Repos extends SocialRepos>(
  uow: UnitOfWork<Repos>,
  provider: OauthProvider,
  { issuer, subject }: Profile,
): Promise<void> {
  const imported = importedIssuer(provider, issuer);
  if (imported === null) return;
  const link = { provider, issuer: imported, subject };
  if ((await uow.read.socialAccounts.find(link)) === null) return;
  await uow.transaction(async ({ lock, socialAccounts }) => {
    const key = { provider, issuer, subject };
    await lockPerson(lock, key);
    // The owner has linked it themselves since; one of the links has to go.
    if (await socialAccounts.find(key)) return;
    await socialAccounts.setIssuer(link, issuer);
  });
}
