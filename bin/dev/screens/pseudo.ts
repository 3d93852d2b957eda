import ts from 'typescript';
import type { Catalogue } from '#sdk/i18n/translate.js';

const accented: Readonly<Record<string, string>> = {
  a: 'å',
  c: 'ç',
  e: 'é',
  g: 'ğ',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  C: 'Ç',
  E: 'É',
  I: 'Î',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
};

/** An English text as a language with longer words would have it: `[Šéñd fîléš övér]`. Parameters and tags stay. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\}|<[^>]+>|https?:\S+)/);
  const changed = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replaceAll(/[a-zA-Z]/g, (letter) => accented[letter] ?? letter),
  );
  // Half as long again: German and Finnish need a third.
  const more = 'övér '.repeat(Math.ceil(text.replaceAll(/\{\w+\}/g, '').length / 10)).trim();
  return `[${changed.join('')} ${more}]`;
}

/** Replaces the texts in a built catalogue, which is a script. */
export function pseudoScript(script: string, texts: ReadonlySet<string>): string {
  const source = ts.createSourceFile('catalogue.js', script, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const changes: { start: number; end: number; text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && texts.has(node.text)) {
      changes.push({ start: node.getStart(source), end: node.end, text: JSON.stringify(pseudo(node.text)) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let result = script;
  for (const { start, end, text } of changes.reverse())
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}

/** All texts of a catalogue. */
export function textsOf(catalogue: unknown): string[] {
  if (typeof catalogue === 'string') return [catalogue];
  return typeof catalogue === 'object' && catalogue !== null ? Object.values(catalogue).flatMap(textsOf) : [];
}

/** The catalogue with every text changed. */
export function pseudoCatalogue(catalogue: Catalogue): Catalogue {
  const change = (_: string, value: unknown) => (typeof value === 'string' ? pseudo(value) : value);
  return JSON.parse(JSON.stringify(catalogue), change) as Catalogue;
}
