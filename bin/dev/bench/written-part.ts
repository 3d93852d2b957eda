import { readFileSync, writeFileSync } from 'node:fs';
import { describeMachine } from './machine.ts';

const page = 'docs/performance.md';

/** Replaces the part of docs/performance.md that a command writes. `conditions` are sentences about the machine. */
export function writePart(command: string, results: string, conditions = ''): void {
  const [begin, end] = ['Begin', 'End'].map((edge) => `<!-- ${edge} of what \`${command}\` writes. -->`);
  const text = readFileSync(page, 'utf8');
  const [first, last] = [text.indexOf(begin ?? ''), text.indexOf(end ?? '')];
  if (first < 0 || last < first) throw new Error(`${page} has no place for what ${command} writes.`);
  const day = new Date().toISOString().slice(0, 10);
  const measured = `Measured on ${day}: ${describeMachine()}. ${conditions}`.trimEnd();
  const written = `${begin}\n\n${measured}\n\n${results}\n`;
  writeFileSync(page, `${text.slice(0, first)}${written}${text.slice(last)}`);
}
