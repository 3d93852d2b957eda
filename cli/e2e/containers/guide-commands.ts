import { readFileSync } from 'node:fs';
import { pages, readBlocks } from '../../../bin/dev/docs/commands/guide-blocks.ts';

/** A command with Docker that acts on our image, its containers or the services of our compose files. */
const isOurs = (command: string) =>
  /\bdocker\b.*(?<![\w/])fileshare\b|\bdocker compose (up|logs)\b/.test(command);

/** In the sentences of a guide: whole commands only. */
function readSentences(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
  return [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => code.startsWith('docker ') && !code.includes('…'));
}

const all = pages.flatMap((page) => [
  ...readBlocks(page).flatMap(({ commands }) => commands),
  ...readSentences(page),
]);

/** What the README and the guides show, each once. */
export const dockerCommands = [...new Set(all.filter(isOurs))];

/** @throws Error unless exactly one of them fits */
export function findCommand(pattern: RegExp): string {
  const [found, ...others] = dockerCommands.filter((command) => pattern.test(command));
  if (found === undefined || others.length > 0) throw new Error(`not one command: ${pattern}`);
  return found;
}
