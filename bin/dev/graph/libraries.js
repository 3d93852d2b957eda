import { npm, tests } from './patterns.js';

/** Libraries, and the only places that may import them. */
const fenced = [
  {
    names: ['koa', '@koa/router', 'koa-body', 'helmet'],
    places: ['^daemon/http/', '^daemon/features/uploads/routes\\.ts$'],
  },
  {
    names: ['knex', 'sqlite3', 'pg'],
    places: [
      '^daemon/db/',
      '^daemon/app/repos\\.ts$',
      '^daemon/(features/.*|throttle|mail|instance|jobs|storage|backup)[/-][a-z-]*repo\\.ts$',
    ],
  },
  { names: ['nodemailer'], places: ['^daemon/mail/'] },
  { names: ['@aws-sdk/[^/]+'], places: ['^daemon/storage/s3/(bucket|multipart|request-meter)\\.ts$'] },
  { names: ['ssh2-sftp-client', 'ssh2'], places: ['^daemon/backup/target/'] },
  { names: ['ldapts'], places: ['^daemon/ldap/'] },
  { names: ['@tus/[^/]+', 'srvx'], places: ['^daemon/features/uploads/'] },
  { names: ['tus-js-client'], places: ['^sdk/client/'] },
  { names: ['undici'], places: ['^sdk/client/node/', '^daemon/outbound/'] },
  { names: ['openid-client', 'oauth4webapi'], places: ['^daemon/features/oauth/'] },
  { names: ['sharp'], places: ['^daemon/pictures/'] },
  { names: ['prom-client'], places: ['^daemon/metrics/'] },
  { names: ['archiver'], places: ['^daemon/transfer/zip/'] },
  { names: ['@node-rs/argon2', '@node-rs/bcrypt'], places: ['^daemon/crypto/'] },
  { names: ['ink', 'commander'], places: ['^cli/'] },
  { names: ['react-dom', '@mui/[^/]+', '@tanstack/[^/]+', 'react-router'], places: ['^web/'] },
];

export const fences = fenced.map(({ names, places }) => ({
  name: `only-there-${names[0]?.replace('/[^/]+', '')}`,
  from: { path: '^(sdk|daemon|web|cli)/', pathNot: [tests, ...places] },
  to: { path: npm(...names) },
  plants: names.map((name) => ['daemon/features/shares/service.ts', name.replace('[^/]+', 'x')]),
}));

export const hygiene = [
  {
    name: 'no-cycles',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    plants: [['daemon/cycle-a.ts', 'daemon/cycle-b.ts']],
  },
  {
    name: 'everything-resolves',
    from: {},
    to: { couldNotResolve: true },
    plants: [['cli/plant.ts', 'a-package-that-is-not-there']],
  },
  {
    name: 'published-code-needs-no-dev-dependency',
    from: { path: '^(sdk|daemon|cli)/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    plants: [['cli/plant.ts', 'vite']],
  },
];
