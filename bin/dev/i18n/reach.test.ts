import { describe, expect, it } from 'vitest';
import { findUnloadedTexts } from './reach.ts';

const problemsOf = (sources: Record<string, string>) =>
  findUnloadedTexts(new Map(Object.entries(sources)), 'web/main.tsx');

const users = "import { Row } from './Row.tsx'; t('web.admin.title');";
const row = "export const Row = () => t('web.admin.users.title');";

describe('the way to a text', () => {
  it('may be a page that is loaded with the part it belongs to', () => {
    const main = "lazy(() => withTexts(['administration'], () => import('./Users.tsx').then(pick)));";
    expect(problemsOf({ 'web/main.tsx': main, 'web/Users.tsx': users, 'web/Row.tsx': row })).toEqual([]);
  });

  it('may be a row of the table of pages that names the part', () => {
    const table = (texts: string) =>
      `const pages = { users: { load: async () => (await import('./Users.tsx')).Users, texts: ['${texts}'] } };`;
    const sources = { 'web/Users.tsx': users, 'web/Row.tsx': row };
    expect(problemsOf({ 'web/main.tsx': table('administration'), ...sources })).toEqual([]);
    expect(problemsOf({ 'web/main.tsx': table('account'), ...sources })).not.toEqual([]);
  });

  it('may be code that such a page loads later', () => {
    const main = "withTexts(['administration'], () => import('./Users.tsx'));";
    const later = "lazy(() => import('./Row.tsx'));";
    expect(problemsOf({ 'web/main.tsx': main, 'web/Users.tsx': later, 'web/Row.tsx': row })).toEqual([]);
  });

  it('is no page that is loaded without, also if another is loaded with it', () => {
    const main = "withTexts(['administration'], () => import('./Users.tsx')); () => import('./Row.tsx');";
    expect(problemsOf({ 'web/main.tsx': main, 'web/Users.tsx': users, 'web/Row.tsx': row })).toEqual([
      "web/Row.tsx: web.admin.users.title can be shown without the texts 'administration'",
    ]);
  });

  it('is no page that is loaded with another part', () => {
    const main = "withTexts(['account'], () => import('./Row.tsx'));";
    expect(problemsOf({ 'web/main.tsx': main, 'web/Row.tsx': row })).toHaveLength(1);
  });

  it('is nothing that everybody loads, by import or by export', () => {
    const main = "import { Row } from './ui/index.ts';";
    const index = "export { Row } from '../Row.tsx';";
    const sources = { 'web/main.tsx': main, 'web/ui/index.ts': index, 'web/Row.tsx': row };
    expect(problemsOf(sources)).toHaveLength(1);
  });

  it('is looked for also where keys are made at run time', () => {
    expect(problemsOf({ 'web/main.tsx': `const label = t(\`config.\${key}.label\`);` })).toEqual([
      "web/main.tsx: config. can be shown without the texts 'administration'",
    ]);
  });

  it('is no import of types, and other strings are no texts', () => {
    const main = "import type { Row } from './Row.tsx'; const key = ['config']; t('web.nav.signIn');";
    expect(problemsOf({ 'web/main.tsx': main, 'web/Row.tsx': row })).toEqual([]);
  });
});
