import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, it } from 'vitest';
import { understand } from './testing/understand.ts';

const pages = ['README.md', ...readdirSync('docs/guide').map((name) => join('docs/guide', name))].filter(
  (name) => name.endsWith('.md'),
);

/** What precedes a call: a line, another command, the prompt, a step of a CI job, a variable, or what runs it elsewhere. */
const before =
  /(?:^\s*|[|;&(]\s*|\$ |- (?:run: )?|sudo |exec (?:-\w+ )*(?:\w+ )?fileshare |[A-Z_]+=(?:'[^']*'|\S+) )/;
const word = /(?:'[^']*'|"[^"]*"|[^\s'"|<>;&()`])+/;
const calls = new RegExp(
  `${before.source}(?:fileshare|fileshare-as-service|node bin/fileshare\\.js)((?: +${word.source})+)`,
  'gm',
);

interface Snippet {
  words: string[];
  /** In the text, a command can be named without what it needs. */
  isInline: boolean;
}

/** Each complete call of `fileshare` in the code of a page. */
function readCalls(page: string): Snippet[] {
  const text = readFileSync(page, 'utf8');
  const blocks = [...text.matchAll(/^ *```(?:sh|yaml|)\n([\s\S]*?)^ *```/gm)].map(([, code = '']) =>
    code.replaceAll(/\\\n/g, ' ').replaceAll(/ #.*$/gm, ''),
  );
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(
    ([, code = '']) => code.replaceAll(/\n\s*/g, ' '),
  );
  const find = (code: string, isInline: boolean) =>
    [...code.matchAll(calls)]
      .map(([, words = '']) => words)
      .filter((words) => !words.includes('…'))
      .map((words) => ({
        words: [...words.matchAll(allWords)].map(([found]) => withoutQuotes(found)),
        isInline,
      }));
  return [
    ...blocks.flatMap((code) => find(code, false)),
    ...inline.flatMap((code) => find(code, true)),
  ].filter(({ words: [name] }) => name !== 'help' && name !== '--help');
}

const allWords = new RegExp(word, 'g');
const withoutQuotes = (text: string) => text.replaceAll(/['"]/g, '');

const incomplete = ['commander.missingArgument', 'commander.optionMissingArgument', 'commander.help'];

/** Returns why the program would not understand it, or null. */
async function examine({ words, isInline }: Snippet): Promise<string | null> {
  try {
    await understand(words);
    return null;
  } catch (error) {
    const isIncomplete = error instanceof CommanderError && incomplete.includes(error.code);
    return isInline && isIncomplete ? null : `fileshare ${words.join(' ')}: ${String(error)}`;
  }
}

it.each(pages)('%s writes commands as the program understands them', async (page) => {
  const found = await Promise.all(readCalls(page).map(examine));
  expect(found.filter((problem) => problem !== null)).toEqual([]);
});

it('reads the calls of the guides', () => {
  expect(pages.flatMap(readCalls).length).toBeGreaterThan(150);
});
