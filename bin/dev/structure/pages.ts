import type { Rule } from './rule.ts';

const table = 'web/app/pages.ts';

/** What the table of pages loads: `web/features/home/HomePage.tsx`. */
const listLoaded = (text: string) =>
  [...text.matchAll(/import\('\.\.\/(features\/[^']+)'\)/g)].map(([, file]) => `web/${file}`);

const plant = (page: string, load: string) => ({ sources: { [page]: '', [table]: load } });

export const pages: Rule = {
  name: 'pages-are-in-the-table',
  find({ sources }) {
    const loaded = listLoaded(sources[table] ?? '');
    return Object.keys(sources)
      .filter((file) => /^web\/features\/.*Page\.tsx$/.test(file) && !loaded.includes(file))
      .map((at) => ({ at, text: `${table} does not load this page` }));
  },
  plants: [
    { tree: plant('web/features/a/APage.tsx', ''), finds: ['web/features/a/APage.tsx'] },
    {
      tree: plant('web/features/a/APage.tsx', "import('../features/a/ThatAPage.tsx')"),
      finds: ['web/features/a/APage.tsx'],
    },
    { tree: plant('web/features/a/APage.tsx', "import('../features/a/APage.tsx')"), finds: [] },
    { tree: plant('web/features/a/Pages.tsx', ''), finds: [] },
  ],
};
