import { expect, it } from 'vitest';
import { type JustifiedRow, justifyRows } from './justified-rows.ts';

const space = { width: 1200, rowHeight: 264, gap: 8 };
const ratios = Array.from(
  { length: 30 },
  (_, index) => [1.5, 0.7, 1.5, 1.4, 1.6, 1.79, 1, 0.67][index % 8] ?? 1,
);
const endOf = ({ items }: JustifiedRow) => Math.max(...items.map(({ left, width }) => left + width));

it.each([320, 374, 700, 1200])('fills a width of %d with every row but the last', (width) => {
  const rows = justifyRows(ratios, { ...space, width });
  for (const row of rows.slice(0, -1)) expect(endOf(row)).toBeCloseTo(width, 5);
  expect(rows.flatMap(({ items }) => items.map(({ index }) => index))).toEqual(
    ratios.map((_, index) => index),
  );
});

it('keeps the proportions of every picture, and rows near the wanted height', () => {
  const rows = justifyRows(ratios, space);
  for (const { height, items } of rows) {
    for (const { index, width } of items) expect(width / height).toBeCloseTo(ratios[index] ?? 0, 5);
    expect(height).toBeGreaterThan(264 * 0.6);
    expect(height).toBeLessThan(264 * 1.5);
  }
});

it('does not stretch the last row', () => {
  expect(justifyRows([1], space)).toEqual([
    { top: 0, height: 264, items: [{ index: 0, left: 0, width: 264 }] },
  ]);
});

it('fits a panorama into the width', () => {
  const [row] = justifyRows([6], space);
  expect(row?.height).toBe(200);
});

it('draws nothing without a width', () => expect(justifyRows([1, 2], { ...space, width: 0 })).toEqual([]));
