import { expect, it } from 'vitest';
import { commands } from './commands.ts';
import { examples } from './examples.ts';
import { understand } from './testing/understand.ts';

it('every command has two or three examples', () => {
  const names = commands.map(({ name }) => name);
  expect(Object.keys(examples).sort()).toEqual([...names].sort());
  const counts = Object.entries(examples).map(([name, lines]) => [name, lines.length]);
  expect(counts.filter(([, count]) => count !== 2 && count !== 3)).toEqual([]);
});

it.each(Object.entries(examples))('the examples of %s are understood', async (name, lines) => {
  for (const line of lines) {
    const calls = await Promise.all(readCalls(line).map(understand));
    expect(calls.map(({ entry }) => entry.name)).toContain(name);
  }
});

/** The words of each call of `fileshare` in a line for a shell. */
function readCalls(line: string): string[][] {
  // Outside quotes, a call ends where another command, a redirection or `)` follows.
  return [...line.matchAll(/\bfileshare ((?:'[^']*'|[^'|<>)])+)/g)].map(([, words = '']) =>
    [...words.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", '')),
  );
}
