import { expect, it } from 'vitest';
import { commands } from './commands.ts';
import { examples } from './examples.ts';
import { readCalls } from './testing/shell-line.ts';
import { understand } from './testing/understand.ts';

it('every command has two or three examples', () => {
  const names = commands.map(({ name }) => name);
  expect(Object.keys(examples).sort()).toEqual([...names].sort());
  const counts = Object.entries(examples).map(([name, lines]) => [name, lines.length]);
  expect(counts.filter(([, count]) => count !== 2 && count !== 3)).toEqual([]);
});

it.each(Object.entries(examples))('the examples of %s are understood', async (name, lines) => {
  for (const line of lines) {
    const calls = await Promise.all(readCalls(line).map(({ words }) => understand(words)));
    expect(calls.map(({ entry }) => entry.name)).toContain(name);
  }
});
