import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Commands that a guide shows together. */
export interface Block {
  page: string;
  /** The page and the line of the fence. */
  name: string;
  /** Without comments, with continued lines joined. */
  commands: string[];
}

export const pages = [
  'README.md',
  ...readdirSync('docs/guide').map((name) => path.posix.join('docs/guide', name)),
]
  .filter((name) => name.endsWith('.md'))
  .sort();

interface Fence {
  name: string;
  language: string;
  code: string;
}

export function readFences(page: string): Fence[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', code = ''], at) => ({
      name: `${page}, block ${at + 1}`,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** Every block of a page with commands of a shell: what follows the prompt where a block shows output too. */
export function readBlocks(page: string): Block[] {
  return readFences(page)
    .map(({ name, language, code }) => ({ page, name, commands: readCommands(language, code) }))
    .filter(({ commands }) => commands.length > 0);
}

function readCommands(language: string, code: string): string[] {
  const lines = code.replaceAll(/\\\n\s*/g, '').split('\n');
  const written = /^(sh|bash|shell|zsh|fish)$/.test(language)
    ? lines
    : lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
  return written.map((line) => line.replace(/(^|\s+)#\s.*$/, '').trim()).filter((line) => line !== '');
}
