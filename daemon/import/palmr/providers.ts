import { type Row, textOf } from '../source-database.ts';

interface SignIn {
  /** The sign-in providers, and the accounts there. */
  providers: readonly Row[];
  links: readonly Row[];
}

/** The settings that are the only provider of version 3.0, and what later versions call them in its row. */
const columns: Readonly<Record<string, string>> = {
  oidcEnabled: 'enabled',
  oidcIssuerUrl: 'issuerUrl',
  oidcClientId: 'clientId',
  oidcClientSecret: 'clientSecret',
  oidcRedirectUri: 'redirectUri',
  oidcScope: 'scope',
  oidcAutoRegister: 'autoRegister',
  oidcAdminEmailDomains: 'adminEmailDomains',
};

/** Later versions keep these settings, and no longer read them. */
export const providerSettings: ReadonlySet<string> = new Set(Object.keys(columns));

/** Reads the provider of version 3.0 and the links to it in the form of later versions. */
export function readFirstProvider(configs: readonly Row[], links: readonly Row[]): SignIn {
  const id = 'oidc';
  const values = configs.flatMap((row): [string, string | null][] => {
    const column = columns[textOf(row['key']) ?? ''];
    return column === undefined ? [] : [[column, textOf(row['value'])]];
  });
  const provider: Row = { id, name: id, type: 'oidc', ...Object.fromEntries(values) };
  return {
    providers: [provider],
    // The column of the later reference to the provider has the subject here.
    links: links.map((row) => ({ ...row, providerId: id, externalId: row['providerId'] })),
  };
}
