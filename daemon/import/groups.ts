import type { SourceUser } from './model.ts';
import { type Row, textOf } from './source-database.ts';

/** Groups rows by the text of a column. */
export function groupBy(rows: readonly Row[], column: string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const value = textOf(row[column]) ?? '';
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

/** Issuers of the providers that have one for everybody. Those of the others are not in the data. */
const issuers = {
  github: 'https://github.com/login/oauth',
  google: 'https://accounts.google.com',
  discord: 'https://discord.com',
} as const;

/** Returns the link to an account at a provider, or null when it cannot be taken over. */
export function toLink(
  provider: string | null,
  subject: string | null,
  name: string | null,
): SourceUser['links'][number] | null {
  const known = (['github', 'google', 'discord'] as const).find((each) => each === provider);
  return known && subject !== null ? { provider: known, issuer: issuers[known], subject, name } : null;
}
