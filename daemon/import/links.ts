import { OauthProvider } from '#sdk/contract/oauth.js';
import { importedIssuer } from '../features/oauth/imported-links.ts';
import type { SourceLink } from './model.ts';

/** How a program has set up the providers whose links do not hold for every client or issuer. */
export interface SourceProviders {
  microsoft: { clientId: string | null; tenant: string | null };
  /** The issuer, or the address of its metadata. */
  oidcIssuer: string | null;
}

export interface LinkTexts {
  /** Our name of the provider. */
  provider: string | null;
  subject: string | null;
  name: string | null;
}

/** Issuers of the providers that have one for everybody. */
const issuers: Readonly<Partial<Record<OauthProvider, string>>> = {
  github: 'https://github.com/login/oauth',
  google: 'https://accounts.google.com',
  discord: 'https://discord.com',
};

/** The tenant of personal accounts: https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Returns the link to an account at a provider; null when it would lead to nobody here. */
export function toLink({ provider, subject, name }: LinkTexts, there: SourceProviders): SourceLink | null {
  const known = OauthProvider.safeParse(provider).data;
  if (!known || subject === null) return null;
  // Some versions have stored the name at GitHub, which somebody else can have by now.
  if ((known === 'github' || known === 'discord') && !/^\d+$/.test(subject)) return null;
  const { clientId, tenant } = there.microsoft;
  if (known === 'microsoft' && clientId === null) return null;
  const issuer =
    issuers[known] ??
    (known === 'microsoft' ? issuerOfTenant(tenant) : null) ??
    importedIssuer(known, there.oidcIssuer ?? '');
  if (issuer === null) return null;
  return { provider: known, issuer, subject, name, clientId: known === 'microsoft' ? clientId : null };
}

/** Null: several tenants, or one whose id is not known. */
function issuerOfTenant(tenant: string | null): string | null {
  const id = tenant?.toLowerCase() === 'consumers' ? personal : tenant?.toLowerCase();
  return id && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
    ? `https://login.microsoftonline.com/${id}/v2.0`
    : null;
}
