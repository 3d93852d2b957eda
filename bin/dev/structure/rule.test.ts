import { expect, it } from 'vitest';
import { applyRule, proveRule, type Rule } from './rule.ts';

const tree = { sources: { 'a.ts': '1', 'b.ts': '22' }, endpoints: [], variables: [] };
const rule: Rule = {
  name: 'short-files',
  find: ({ sources }) =>
    Object.entries(sources).map(([at, { length }]) => ({ at, text: `${length} long`, size: length })),
  plants: [],
};

it('reports what is not known', () => {
  expect(applyRule(rule, tree)).toEqual(['short-files: a.ts: 1 long', 'short-files: b.ts: 2 long']);
});

it('lets known findings shrink, but not grow or outlive their problem', () => {
  expect(applyRule({ ...rule, known: { 'a.ts': 5, 'b.ts': 2 } }, tree)).toEqual([]);
  expect(applyRule({ ...rule, known: { 'a.ts': 1, 'b.ts': 1 } }, tree)).toEqual([
    'short-files: b.ts: 2 long',
  ]);
  expect(applyRule({ ...rule, known: { 'a.ts': 1, 'b.ts': 2, 'c.ts': 3 } }, tree)).toEqual([
    'short-files: c.ts: mended; remove this row',
  ]);
});

it('does not trust a rule that misses a plant or finds too much', () => {
  const prove = (finds: string[]) => proveRule({ ...rule, plants: [{ tree, finds }] });
  expect(prove(['a.ts', 'b.ts'])).toEqual([]);
  expect(prove(['a.ts', 'b.ts', 'c.ts'])).toHaveLength(1);
  expect(prove(['a.ts'])).toHaveLength(1);
});
