import { expect, it } from 'vitest';
import { applyRule, proveRule, type Rule } from './rule.ts';

const tree = { sources: { 'a.ts': '1', 'b.ts': '22' }, endpoints: [], variables: [] };
const rule: Rule = {
  name: 'short-files',
  find: ({ sources }) => Object.entries(sources).map(([at, { length }]) => ({ at, text: `${length} long` })),
  plants: [],
};

it('reports what it finds', () => {
  expect(applyRule(rule, tree)).toEqual(['short-files: a.ts: 1 long', 'short-files: b.ts: 2 long']);
});

it('does not trust a rule that misses a plant or finds too much', () => {
  const prove = (finds: string[]) => proveRule({ ...rule, plants: [{ tree, finds }] });
  expect(prove(['a.ts', 'b.ts'])).toEqual([]);
  expect(prove(['a.ts', 'b.ts', 'c.ts'])).toHaveLength(1);
  expect(prove(['a.ts'])).toHaveLength(1);
});
