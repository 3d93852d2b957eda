import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An example of the documentation, as people copy it. */
export interface Example {
  /** File and line. */
  name: string;
  text: string;
  where: 'node' | 'browser';
}

/** What only pages use. */
const browserOnly = /\b(filesFromBlobs|localStorageUploadJournal|watchOtherTabs)\b|from '@uppy/;

/** Every block of JavaScript in the guide and in the README, and every `@example` of the SDK. */
export function findExamples(): Example[] {
  const pages = ['README.md', 'docs/guide/sdk.md'].flatMap((file) =>
    findAll(file, /^```js\n([\s\S]*?)^```$/gm),
  );
  const sources = readdirSync('sdk', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && /^(client|contract|index|browser)\b/.test(file))
    .map((file) => join('sdk', file));
  const comments = sources.flatMap((file) =>
    findAll(file, /@example\n([\s\S]*?)(?=^ *\*\/|^ *\* @)/gm).map((example) => ({
      ...example,
      text: example.text.replaceAll(/^ *\* ?/gm, ''),
    })),
  );
  return [...pages, ...comments];
}

function findAll(file: string, pattern: RegExp): Example[] {
  const content = readFileSync(file, 'utf8');
  return [...content.matchAll(pattern)].map(({ index, 1: text = '' }) => ({
    name: `${file}:${content.slice(0, index).split('\n').length}`,
    text,
    where: browserOnly.test(text) ? 'browser' : 'node',
  }));
}
