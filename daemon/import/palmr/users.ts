import type { ImportFinding } from '#sdk/contract/host/imports.js';
import { groupBy } from '../groups.ts';
import { toLink } from '../links.ts';
import type { SourceUser } from '../model.ts';
import { flagOf, momentOf, type Row, textOf } from '../source-database.ts';
import { ownProviderOf } from './settings.ts';

interface Tables {
  users: readonly Row[];
  /** The sign-in providers, and the accounts there. */
  providers: readonly Row[];
  links: readonly Row[];
}

export function readUsers({ users: rows, providers, links }: Tables): {
  users: SourceUser[];
  findings: ImportFinding[];
} {
  const providerById = new Map(providers.map((row) => [textOf(row['id']), row]));
  const linksOf = groupBy(links, 'userId');
  const findings: ImportFinding[] = [];

  function readLink(row: Row, username: string): SourceUser['links'] {
    const provider = providerById.get(textOf(row['providerId'])) ?? {};
    const link = toLink(
      { provider: ownProviderOf(provider, providers), subject: textOf(row['externalId']), name: null },
      { microsoft: { clientId: null, tenant: null }, oidcIssuer: textOf(provider['issuerUrl']) },
    );
    if (link) return [link];
    findings.push({ code: 'user_links_left', name: username, detail: textOf(provider['name']) ?? '' });
    return [];
  }

  const users = rows.map((row): SourceUser => {
    const username = textOf(row['username']) ?? '';
    const totpSecret = flagOf(row['twoFactorEnabled']) ? textOf(row['twoFactorSecret']) : null;
    return {
      oldId: textOf(row['id']) ?? '',
      username,
      email: textOf(row['email']) ?? '',
      passwordHash: textOf(row['password']),
      isAdmin: flagOf(row['isAdmin']),
      isDisabled: !flagOf(row['isActive'], true),
      isOfDirectory: false,
      totpSecret,
      recoveryCodes: totpSecret === null ? [] : unusedCodes(textOf(row['twoFactorBackupCodes'])),
      quota: null,
      createdAt: momentOf(row['createdAt']) ?? Date.now(),
      links: (linksOf.get(textOf(row['id']) ?? '') ?? []).flatMap((link) => readLink(link, username)),
    };
  });
  return { users, findings };
}

function unusedCodes(json: string | null): string[] {
  try {
    const codes: unknown = JSON.parse(json ?? '[]');
    if (!Array.isArray(codes)) return [];
    return (codes as { code?: unknown; used?: unknown }[])
      .filter(({ used }) => used !== true)
      .flatMap(({ code }) => (typeof code === 'string' ? [code] : []));
  } catch {
    return [];
  }
}
