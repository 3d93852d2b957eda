import path from 'node:path';

/** How the commands of the guides are tested that the test of the guides does not run itself. */

export interface Row {
  /** All pages by default. */
  page?: string;
  commands: RegExp;
}

interface Covered extends Row {
  /** The file of the test or the check. */
  by: string;
  /** What that file contains to this end. */
  shows: string;
}

/** Commands that another test runs. */
export const covered: readonly Covered[] = [
  {
    page: 'docs/guide/ci.md',
    commands: /^(fileshare|curl|printf|echo|\w+=\$)/,
    by: 'cli/e2e/ci-guide.test.ts',
    shows: "'docs/guide/ci.md'",
  },
  {
    page: 'docs/guide/backup.md',
    commands: /^fileshare /,
    by: 'cli/e2e/backup.test.ts',
    shows: "'docs/guide/backup.md'",
  },
  {
    page: 'docs/guide/import.md',
    commands: /^fileshare import /,
    by: 'cli/e2e/import.test.ts',
    shows: 'docs/guide/import.md',
  },
  {
    page: 'docs/guide/direct-links.md',
    commands: /./,
    by: 'daemon/features/files/curl-guides.test.ts',
    shows: "readCommands('direct-links')",
  },
  {
    page: 'docs/guide/upload-with-curl.md',
    commands: /./,
    by: 'daemon/features/files/curl-guides.test.ts',
    shows: "readCommands('upload-with-curl')",
  },
  {
    page: 'docs/guide/sharing.md',
    commands: /^sha256sum --check SHA256SUMS$/,
    by: 'daemon/features/files/curl-guides.test.ts',
    shows: 'sha256sum --check',
  },
  ...['docs/guide/configure.md', 'docs/guide/install.md'].map((page) => ({
    page,
    commands: /^([A-Z_]+=\S+ )*fileshare serve\b/,
    by: 'cli/e2e/guide-servers.test.ts',
    shows: `'${path.basename(page, '.md')}'`,
  })),
  {
    page: 'docs/guide/postgresql.md',
    commands: /^FILESHARE_DATABASE_URL='\S+' fileshare serve$/,
    by: 'cli/e2e/database-move.test.ts',
    shows: 'startServer(data, { FILESHARE_DATABASE_URL',
  },
  {
    page: 'docs/guide/postgresql.md',
    commands: /^fileshare admin database move --to postgres:\S+$/,
    by: 'cli/e2e/database-move.test.ts',
    shows: "'admin', 'database', 'move', '--to'",
  },
  {
    page: 'docs/guide/postgresql.md',
    commands: /^fileshare admin database move --to sqlite:\S+$/,
    by: 'daemon/instance/move-database.test.ts',
    shows: 'takes everything to PostgreSQL and back',
  },
  {
    page: 'docs/guide/s3.md',
    commands: /\bfileshare admin storage move --to s3\b/,
    by: 'cli/e2e/storage-move.test.ts',
    shows: "'admin', 'storage', 'move', '--to'",
  },
  {
    page: 'docs/guide/malware-scan.md',
    commands: /^fileshare admin quarantine (list|remove|release)\b/,
    by: 'cli/e2e/quarantine.test.ts',
    shows: "'admin', 'quarantine'",
  },
  {
    page: 'docs/guide/notifications.md',
    commands: /^fileshare admin webhooks redeliver /,
    by: 'cli/commands/admin/webhooks/webhooks.test.ts',
    shows: 'redeliver.run(',
  },
  {
    commands: /^fileshare share open /,
    by: 'cli/commands/shares/change.test.ts',
    shows: 'is opened in the browser',
  },
  { commands: /^npm ci && npm start$/, by: 'cli/e2e/guide-servers.test.ts', shows: 'npm start' },
  { commands: /^npm ci && npm test$/, by: '.ci/run', shows: 'run_tests npm test' },
  { commands: /^npm install .*\.tgz$/, by: 'cli/e2e/install.test.ts', shows: '/^npm install ' },
  { commands: /^npm pack --silent$/, by: 'bin/dev/check/package.js', shows: "execFileSync('npm', pack" },
  { commands: /^sudo apt install clamav-daemon$/, by: '.ci/run', shows: 'clamd:clamav-daemon' },
  {
    commands: /^docker (build|run|logs) /,
    by: 'cli/e2e/containers/docker.test.ts',
    shows: 'findCommand(/^docker build /)',
  },
  {
    commands: /^(\w+=\S+ )?docker compose /,
    by: 'cli/e2e/containers/compose.test.ts',
    shows: 'findCommand(/^docker compose up --build$/)',
  },
  {
    commands: /^(systemctl|journalctl|useradd) /,
    by: 'cli/e2e/containers/systemd.test.ts',
    shows: '(systemctl|journalctl|useradd|',
  },
  {
    page: 'docs/guide/cli.md',
    commands: /^fileshare login \S+ --web$/,
    by: 'cli/e2e/web-sign-in.test.ts',
    shows: '--web',
  },
];

/** The pages with JavaScript, and what runs it. */
export const scripts: Readonly<Record<string, Pick<Covered, 'by' | 'shows'>>> = {
  'README.md': { by: 'sdk/e2e/examples/find-examples.ts', shows: "'README.md'" },
  'docs/guide/notifications.md': {
    by: 'bin/dev/docs/commands/engines.ts',
    shows: "'docs/guide/notifications.md'",
  },
  'docs/guide/sdk.md': { by: 'sdk/e2e/examples/find-examples.ts', shows: "'docs/guide/sdk.md'" },
};
