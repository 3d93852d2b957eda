import { type Form, type Forms, type Messages, placeholdersOf } from './catalogue.ts';
import { forbiddenWordsIn, type Glossary } from './glossary.ts';
import { isEqual, list } from './problems.ts';

/** Compares the texts of a language with the English ones and with the glossary of the language. */

export interface Translation {
  locale: string;
  messages: Messages;
  english: Messages;
  glossary: Glossary;
}

/** The command line speaks English in every language. */
export function isTranslated(key: string): boolean {
  return !key.startsWith('cli.');
}

/** Finds the keys of texts that a language lacks. */
export function missingKeys(messages: Messages, english: Messages): string[] {
  return [...english.keys()].filter((key) => isTranslated(key) && !messages.has(key));
}

/** Finds everything that is wrong with the texts of a language, except that some are missing. */
export function findTranslationProblems(translation: Translation): string[] {
  const { locale, messages, english } = translation;
  const scope = scopeOf(translation);
  const problems = [...messages].flatMap(([key, forms]) => {
    const original = english.get(key);
    if (!original || !isTranslated(key)) return [`unknown key ${key}`];
    const texts = [...forms].flatMap(([form, text]) => {
      const part = { key, form, text, original };
      return rules.flatMap((rule) => rule(part, scope) ?? []).map((problem) => `${key} ${problem}: ${text}`);
    });
    return [...formProblems(forms, original, scope).map((problem) => `${key} ${problem}`), ...texts];
  });
  return problems.map((problem) => `${locale}: ${problem}`);
}

/** What the rules know about the language. */
interface Scope {
  glossary: Glossary;
  plurals: Intl.PluralRules;
  /** Whether its words are written in Latin letters. */
  isLatin: boolean;
  latinWords: ReadonlySet<string>;
}

function scopeOf({ locale, glossary }: Translation): Scope {
  return {
    glossary,
    plurals: new Intl.PluralRules(locale),
    isLatin: new Intl.Locale(locale).maximize().script === 'Latn',
    latinWords: new Set((glossary.latinWords ?? []).map((word) => word.toLowerCase())),
  };
}

function formProblems(forms: Forms, original: Forms, { plurals }: Scope): string[] {
  const wanted: readonly Form[] = original.has('') ? [''] : plurals.resolvedOptions().pluralCategories;
  const missing = wanted.filter((form) => !forms.has(form));
  const extra = [...forms.keys()].filter((form) => !wanted.includes(form));
  return [
    ...missing.map((form) => `lacks the form ${form || 'without plural'}`),
    ...extra.map((form) => `has a form that its language does not use: ${form || 'without plural'}`),
  ];
}

interface Part {
  key: string;
  form: Form;
  text: string;
  original: Forms;
}

type Rule = (part: Part, scope: Scope) => string | undefined;

/** A plural form may leave the number out where it is the form of one number only: "one file". */
const hasPlaceholders: Rule = ({ form, text, original }, { plurals }) => {
  const expected = placeholdersOf(original.values());
  const found = placeholdersOf([text]);
  const isForOne = form !== '' && countNumbers(form, plurals) === 1;
  const isRight = isForOne ? [...found].every((name) => expected.has(name)) : isEqual(found, expected);
  return isRight ? undefined : `must have the placeholders ${list(expected)}`;
};

/** How many of the first numbers a form is used for. */
function countNumbers(form: Form, plurals: Intl.PluralRules): number {
  return Array.from({ length: 200 }, (_, number) => number).filter(
    (number) => plurals.select(number) === form,
  ).length;
}

const markup = /<\/?\w+>|\*\*|`[^`]*`|https?:\/\/[\w./:-]*\w/g;

const hasMarkup: Rule = ({ form, text, original }) => {
  const sorted = (from: string) => (from.match(markup) ?? []).toSorted().join(' ');
  const expected = sorted(original.get(form) ?? original.get('other') ?? '');
  return sorted(text) === expected
    ? undefined
    : `must have the tags and code of English, ${expected || 'none'}`;
};

const isNotEnglish: Rule = ({ key, form, text, original }, { glossary }) => {
  const hasWords = /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, ''));
  const isSame = hasWords && text === original.get(form) && !glossary.sameAsEnglish.includes(key);
  return isSame ? 'is the same as in English' : undefined;
};

const followsGlossary: Rule = ({ text }, { glossary }) => {
  const [word] = forbiddenWordsIn(text.replaceAll(/\{\w+\}/g, ''), glossary);
  return word && `must not have ${word}`;
};

const hasItsScript: Rule = ({ text }, { isLatin, latinWords }) => {
  if (isLatin) return undefined;
  const plain = text.replaceAll(/\{\w+\}|`[^`]*`|<[^>]*>|[a-z][a-z0-9]*:\/\/\S+/g, ' ');
  const foreign = (plain.match(/[A-Za-z][A-Za-z.'’-]*/g) ?? [])
    .map((word) => word.replace(/[.'’-]+$/, ''))
    .filter((word) => !latinWords.has(word.toLowerCase()));
  return foreign.length > 0 ? `has Latin words: ${foreign.join(', ')}` : undefined;
};

const isTidy: Rule = ({ text, form, original }) => {
  const english = original.get(form) ?? '';
  if (text !== text.trim() && english === english.trim()) return 'has a space at an end';
  return text.includes('...') && !english.includes('...') ? 'must have … instead of three dots' : undefined;
};

const rules: readonly Rule[] = [
  hasPlaceholders,
  hasMarkup,
  isNotEnglish,
  followsGlossary,
  hasItsScript,
  isTidy,
];
