/** The tables that the import reads, or knows and leaves out. */
export const knownTables = [
  '_prisma_migrations',
  'User',
  'OAuthUser',
  'Share',
  'ShareSecurity',
  'ShareRecipient',
  'ShareUserRecipient',
  'File',
  'ReverseShare',
  'Config',
  'RefreshToken',
  'LoginToken',
  'ResetPasswordToken',
  'AdminNoticeDismissal',
  'ShareAccessLog',
] as const;

/** What each migration came with, newest first: their names do not sort by version. */
const versions: readonly (readonly [migration: string, version: string])[] = [
  ['20260905092822', 'Pingvin Share X after 2.0.0-beta.2'],
  ['20260831172115', 'Pingvin Share X 2.0.0-beta.2'],
  ['20260821000000', 'Pingvin Share X 2.0.0-beta.1'],
  ['20260814150522', 'Pingvin Share X 2.0.0-beta.0'],
  ['20260712144653', 'Pingvin Share X 2.0.0-beta.0'],
  ['20260430143733', 'Pingvin Share X 1.22'],
  ['20260617131434', 'Pingvin Share X 1.21'],
  ['20260603142037', 'Pingvin Share X 1.20'],
  ['20260527000000', 'Pingvin Share X 1.19'],
  ['20260523120000', 'Pingvin Share X 1.18.1'],
  ['20250102175831', 'Pingvin Share 1.8 to 1.13, or Pingvin Share X 1.13.1 to 1.18.0'],
  ['20241218145829', 'Pingvin Share 1.7'],
  ['20241007181823', 'Pingvin Share 1.2 to 1.6'],
  ['20240803232708', 'Pingvin Share 1.0 to 1.1'],
  ['20240725141038', 'Pingvin Share 0.29'],
  ['20240609145325', 'Pingvin Share 0.29'],
];

/** Returns the version of a database by the migrations that were applied to it. */
export function versionOf(migrations: readonly string[]): string {
  const found = versions.find(([migration]) => migrations.some((name) => name.startsWith(migration)));
  return found?.[1] ?? 'Pingvin Share 0.28 or older';
}
