/**
 * How one language speaks in this product: `sdk/i18n/glossaries/<language>.json`. Translators follow it, `npm run check
 * i18n` looks for what it forbids, and the documentation shows it.
 */
export interface Glossary {
  /** How readers are addressed, and why. */
  address: string;
  /** Typography and style. */
  rules: readonly string[];
  /** By English term: the word to use, and words that no text contains. */
  terms: Readonly<Record<string, { use: string; not?: readonly string[] }>>;
  /** Keys whose text is rightly the same as in English. */
  sameAsEnglish: readonly string[];
  /** Latin words that may stand in a text of another script: names and abbreviations. */
  latinWords?: readonly string[];
}

/** Finds words that a text must not contain, with the terms that they would stand for. */
export function forbiddenWordsIn(text: string, { terms }: Glossary): string[] {
  return Object.entries(terms).flatMap(([term, { use, not = [] }]) =>
    not
      .filter((word) => patternOf(word).test(text))
      .map((word) => `"${word}" for ${term}, which is "${use}"`),
  );
}

const patterns = new Map<string, RegExp>();

/** A whole word, except in languages that write words without spaces. */
function patternOf(word: string): RegExp {
  const known = patterns.get(word);
  if (known) return known;
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
  const pattern = isSpaced ? new RegExp(`(?<!\\p{L})${literal}(?!\\p{L})`, 'iu') : new RegExp(literal, 'u');
  patterns.set(word, pattern);
  return pattern;
}
