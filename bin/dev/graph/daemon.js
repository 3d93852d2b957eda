import { npm, tests } from './patterns.js';

const feature = '^daemon/features/([^/]+)/';

export const daemonLayers = [
  {
    name: 'routes-know-their-service-and-http',
    from: { path: `${feature}.*routes\\.ts$` },
    to: {
      path: '^daemon/',
      pathNot: ['^daemon/features/$1/', '^daemon/http/'],
      dependencyTypesNot: ['type-only'],
    },
    plants: [
      ['daemon/features/files/routes.ts', 'daemon/storage/plant.ts'],
      ['daemon/features/files/routes.ts', 'daemon/db/plant.ts'],
    ],
  },
  {
    name: 'routes-do-not-skip-the-service',
    from: { path: `${feature}.*routes\\.ts$` },
    to: { path: '[/-]repo\\.ts$', dependencyTypesNot: ['type-only'] },
    plants: [['daemon/features/files/routes.ts', 'daemon/features/files/repo.ts']],
  },
  {
    name: 'features-know-no-http',
    from: {
      path: '^daemon/features/',
      // The three that use HTTP in addition to the routes: the guard of a share and the tus protocol.
      pathNot: [
        tests,
        '([/-]routes|/feature)\\.ts$',
        '^daemon/features/shares/access\\.ts$',
        '^daemon/features/uploads/tus-',
      ],
    },
    to: { path: '^daemon/http/', dependencyTypesNot: ['type-only'] },
    plants: [
      ['daemon/features/shares/service.ts', 'daemon/http/plant.ts'],
      ['daemon/features/shares/repos/share-repo.ts', 'daemon/http/plant.ts'],
    ],
  },
  {
    name: 'routes-are-on-top-of-a-feature',
    from: { path: '^daemon/features/', pathNot: [tests, '/feature\\.ts$'] },
    to: { path: '[/-]routes\\.ts$' },
    plants: [['daemon/features/shares/service.ts', 'daemon/features/shares/routes.ts']],
  },
  {
    name: 'services-receive-what-does-io',
    from: { path: '^daemon/features/', pathNot: [tests, '([/-]routes|/feature)\\.ts$'] },
    to: {
      path: ['^daemon/(storage|mail|ldap|jobs|throttle|outbound|metrics|pictures)/', '[/-]repo\\.ts$'],
      // Loops and arithmetic without I/O of their own.
      pathNot:
        '^daemon/(jobs/(each-item|in-batches)|storage/capacity|pictures/draw-error|ldap/(types|settings))\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
    plants: [
      ['daemon/features/shares/service.ts', 'daemon/storage/plant.ts'],
      ['daemon/features/shares/service.ts', 'daemon/mail/plant.ts'],
      ['daemon/features/shares/service.ts', 'daemon/jobs/plant.ts'],
      ['daemon/features/shares/service.ts', 'daemon/outbound/plant.ts'],
      ['daemon/features/shares/service.ts', 'daemon/features/shares/repos/share-repo.ts'],
    ],
  },
  {
    name: 'only-repos-query',
    from: { path: '^daemon/features/', pathNot: [tests, '[/-]repo\\.ts$'] },
    to: { path: '^daemon/db/(?!(dialect|fold-text)\\.ts)', dependencyTypesNot: ['type-only'] },
    plants: [['daemon/features/shares/service.ts', 'daemon/db/plant.ts']],
  },
  {
    name: 'policies-are-pure',
    from: { path: `${feature}(policy|mails(?:/templates)?)\\.ts$` },
    to: {
      pathNot: ['^sdk/contract/', '^daemon/features/$1/types\\.ts$', npm('zod')],
      dependencyTypesNot: ['type-only'],
    },
    plants: [
      ['daemon/features/shares/policy.ts', 'node:fs'],
      ['daemon/features/shares/policy.ts', 'daemon/crypto/plant.ts'],
      ['daemon/features/shares/mails/templates.ts', 'daemon/features/shares/service.ts'],
    ],
  },
  {
    name: 'presenters-are-pure',
    from: { path: `${feature}present\\.ts$` },
    to: {
      // A record of another feature is presented the way that feature presents it.
      pathNot: [
        '^sdk/contract/',
        '^daemon/features/$1/(types|policy)\\.ts$',
        '^daemon/features/.*/present\\.ts$',
      ],
      dependencyTypesNot: ['type-only'],
    },
    plants: [
      ['daemon/features/shares/present.ts', 'daemon/features/shares/service.ts'],
      ['daemon/features/shares/present.ts', 'daemon/crypto/plant.ts'],
    ],
  },
  {
    name: 'repos-know-the-database-only',
    from: { path: `${feature}.*repo\\.ts$` },
    to: {
      path: '^daemon/',
      pathNot: ['^daemon/db/', '^daemon/features/$1/(types|.*row)\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
    plants: [
      ['daemon/features/shares/repos/share-repo.ts', 'daemon/features/shares/policy.ts'],
      ['daemon/features/shares/repos/share-repo.ts', 'daemon/crypto/plant.ts'],
    ],
  },
  {
    name: 'technical-parts-know-no-feature',
    from: {
      path: '^daemon/(http|db|storage|transfer|mail|ldap|jobs|crypto|throttle|outbound|metrics|pictures)/',
      pathNot: tests,
    },
    to: { path: '^daemon/(features/|app/|host\\.ts)' },
    plants: [
      ['daemon/http/plant.ts', 'daemon/features/shares/service.ts'],
      ['daemon/db/plant.ts', 'daemon/features/shares/repos/share-repo.ts'],
      ['daemon/crypto/plant.ts', 'daemon/app/app.ts'],
    ],
  },
  {
    name: 'features-are-composed-in-feature-ts',
    // Each feature takes what it needs from the core, by its type.
    from: { path: '^daemon/features/', pathNot: tests },
    to: { path: '^daemon/app/', dependencyTypesNot: ['type-only'] },
    plants: [['daemon/features/shares/feature.ts', 'daemon/app/core.ts']],
  },
  {
    name: 'only-feature-ts-knows-the-core',
    from: { path: '^daemon/features/', pathNot: [tests, '/feature\\.ts$'] },
    to: { path: '^daemon/app/' },
    plants: [['daemon/features/shares/service.ts', 'daemon/app/core.ts']],
  },
  {
    name: 'bytes-of-users-are-in-the-storage',
    from: {
      path: '^daemon/(features|doctor)/',
      // These read other files: the setup token, our package.json, the database.
      pathNot: [tests, '/setup-token\\.ts$', '/system/version\\.ts$', '^daemon/doctor/environment\\.ts$'],
    },
    to: { path: '^(node:)?fs(/promises)?$' },
    plants: [
      ['daemon/features/uploads/plant.ts', 'node:fs'],
      ['daemon/doctor/invariants/plant.ts', 'node:fs/promises'],
    ],
  },
  {
    name: 'kinds-of-storage-are-behind-its-interfaces',
    from: { path: '^daemon/', pathNot: [tests, '^daemon/storage/'] },
    to: { path: '^daemon/storage/[^/]+/' },
    plants: [['daemon/features/uploads/feature.ts', 'daemon/storage/local/plant.ts']],
  },
  {
    name: 'transfer-moves-bytes-only',
    from: { path: '^daemon/transfer/', pathNot: tests },
    to: { path: '^daemon/(?!transfer/|faults\\.ts$)', dependencyTypesNot: ['type-only'] },
    plants: [['daemon/transfer/plant.ts', 'daemon/http/plant.ts']],
  },
  {
    name: 'one-composition-root',
    from: { path: '^daemon/', pathNot: [tests, '^daemon/(host|app/app)\\.ts$'] },
    to: { path: '^daemon/(host|app/app)\\.ts$' },
    plants: [['daemon/plant.ts', 'daemon/app/app.ts']],
  },
];

/** The features that come directly before each feature. */
const directlyBefore = {
  audit: [],
  mails: [],
  system: ['audit'],
  jobs: ['audit'],
  config: ['audit'],
  webhooks: ['config'],
  'owner-mails': ['config'],
  files: ['system', 'webhooks'],
  shares: ['files'],
  uploads: ['shares'],
  malware: ['shares'],
  'reverse-shares': ['shares'],
  imports: ['reverse-shares'],
  users: ['reverse-shares'],
  'api-keys': ['users'],
  'workload-identities': ['users'],
  statistics: ['mails', 'jobs', 'users'],
  auth: ['api-keys'],
  oauth: ['auth'],
  directory: ['oauth'],
};

/** The features that each feature may import from, for the types of their services and records: all before it. */
const featureOrder = Object.fromEntries(Object.keys(directlyBefore).map((name) => [name, listBefore(name)]));

function listBefore(name) {
  const direct = directlyBefore[name];
  return [...new Set([...direct.flatMap(listBefore), ...direct])];
}

export const features = [
  ...Object.entries(featureOrder)
    .map(([name, known]) => ({
      name: `feature-order-${name}`,
      from: { path: `^daemon/features/${name}/`, pathNot: tests },
      to: { path: '^daemon/features/', pathNot: `^daemon/features/(${[name, ...known].join('|')})/` },
      plants: Object.keys(featureOrder)
        .filter((other) => other !== name && !known.includes(other))
        .map((other) => [`daemon/features/${name}/plant.ts`, `daemon/features/${other}/service.ts`]),
    }))
    .filter(({ plants }) => plants.length > 0),
  {
    name: 'features-share-types-only',
    from: { path: feature, pathNot: [tests, '/present\\.ts$'] },
    to: {
      path: '^daemon/features/',
      pathNot: '^daemon/features/$1/',
      dependencyTypesNot: ['type-only'],
    },
    plants: [['daemon/features/shares/plant.ts', 'daemon/features/files/service.ts']],
  },
  {
    name: 'features-are-all-in-the-order',
    from: {},
    to: { path: '^daemon/features/', pathNot: `^daemon/features/(${Object.keys(featureOrder).join('|')})/` },
    plants: [['daemon/plant.ts', 'daemon/features/unheard-of/service.ts']],
  },
];
