import { npm, tests } from './patterns.js';

export const faces = [
  {
    name: 'cli-loads-ink-on-demand',
    from: { path: '^cli/(?!ui/)', pathNot: tests },
    to: {
      path: ['^cli/ui/.*\\.tsx$', npm('ink', 'react')],
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
    plants: [
      ['cli/plant.ts', 'ink'],
      ['cli/plant.ts', 'react'],
      ['cli/plant.ts', 'cli/ui/Plant.tsx'],
    ],
  },
  {
    name: 'cli-commands-are-loaded-on-demand',
    from: { path: '^cli/(?!commands/)', pathNot: tests },
    to: { path: '^cli/commands/', dynamic: false, dependencyTypesNot: ['type-only'] },
    plants: [['cli/plant.ts', 'cli/commands/plant.ts']],
  },
  {
    name: 'web-features-do-not-know-each-other',
    from: { path: '^web/features/([^/]+)/' },
    to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    plants: [['web/features/home/plant.ts', 'web/features/upload/plant.ts']],
  },
  {
    name: 'web-ui-and-lib-are-below-the-features',
    from: { path: '^web/(ui|lib)/' },
    to: { path: '^web/(features/|main\\.tsx|app/(?!(theme|paths)\\.ts))' },
    plants: [
      ['web/ui/plant.ts', 'web/features/home/plant.ts'],
      ['web/lib/plant.ts', 'web/app/plant.ts'],
    ],
  },
  {
    name: 'web-uploading-is-below-the-features',
    from: { path: '^web/uploading/' },
    to: { path: '^web/(features/|main\\.tsx|app/(?!(theme|paths)\\.ts))' },
    plants: [['web/uploading/plant.ts', 'web/features/home/plant.ts']],
  },
  {
    name: 'web-ui-and-lib-are-below-uploading',
    from: { path: '^web/(ui|lib)/' },
    to: { path: '^web/uploading/' },
    plants: [['web/ui/plant.ts', 'web/uploading/plant.ts']],
  },
  {
    name: 'web-preview-is-below-the-features',
    from: { path: '^web/preview/' },
    to: { path: '^web/(features/|uploading/|main\\.tsx|app/(?!(theme|paths)\\.ts))' },
    plants: [['web/preview/plant.ts', 'web/features/home/plant.ts']],
  },
  {
    name: 'web-ui-and-lib-are-below-preview',
    from: { path: '^web/(ui|lib|uploading)/' },
    to: { path: '^web/preview/' },
    plants: [['web/ui/plant.ts', 'web/preview/plant.ts']],
  },
  {
    name: 'web-pages-are-composed-in-app',
    from: { path: '^web/features/' },
    to: { path: '^web/(main|app/(Bootstrap|pages|providers|routes))\\.tsx?$' },
    plants: [['web/features/home/plant.ts', 'web/app/routes.tsx']],
  },
];
