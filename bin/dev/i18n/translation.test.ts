import { describe, expect, it } from 'vitest';
import { flattenCatalogue } from './catalogue.ts';
import type { Glossary } from './glossary.ts';
import { findTranslationProblems, missingKeys } from './translation.ts';

const english = flattenCatalogue({
  errors: { gone: 'Gone', too_big: 'More than {limit}' },
  web: {
    title: 'Files of {name}',
    files_one: '{count} file',
    files_other: '{count} files',
    terms: 'See <a>the terms</a> of `share`',
  },
  cli: { help: 'Help' },
});

const glossary: Glossary = { address: '', rules: [], terms: {}, sameAsEnglish: [] };

const problemsOf = (locale: string, catalogue: object, more: Partial<Glossary> = {}) =>
  findTranslationProblems({
    locale,
    messages: flattenCatalogue(catalogue),
    english,
    glossary: { ...glossary, ...more },
  });

describe('a translation', () => {
  it('is missing what English has, apart from the command line', () => {
    const german = flattenCatalogue({ errors: { gone: 'Weg' } });
    expect(missingKeys(german, english)).toEqual(['errors.too_big', 'web.title', 'web.files', 'web.terms']);
    expect(missingKeys(english, english)).toEqual([]);
  });

  it('has no key that English lacks, and none of the command line', () => {
    expect(problemsOf('de', { web: { other: 'x' }, cli: { help: 'Hilfe' } })).toEqual([
      'de: unknown key web.other',
      'de: unknown key cli.help',
    ]);
  });

  it('has the placeholders of English', () => {
    expect(problemsOf('de', { web: { title: 'Dateien von {nam}' } })).toEqual([
      'de: web.title must have the placeholders {name}: Dateien von {nam}',
    ]);
  });

  it('has every plural form of its language, and no other', () => {
    const web = { files_one: '{count} plik', files_few: '{count} pliki', files_other: '{count} pliku' };
    expect(problemsOf('pl', { web })).toEqual(['pl: web.files lacks the form many']);
    expect(problemsOf('pl', { web: { ...web, files_many: '{count} plików' } })).toEqual([]);
    expect(problemsOf('ja', { web: { files_one: '{count} 件', files_other: '{count} 件' } })).toEqual([
      'ja: web.files has a form that its language does not use: one',
    ]);
    expect(problemsOf('de', { web: { files: 'Dateien' } })).toContain('de: web.files lacks the form one');
  });

  it('may leave the number out where a form is for one number only', () => {
    expect(problemsOf('de', { web: { files_one: 'eine Datei', files_other: '{count} Dateien' } })).toEqual(
      [],
    );
    const russian = { files_one: 'файл', files_few: '{count} файла', files_many: '{count} файлов' };
    expect(problemsOf('ru', { web: { ...russian, files_other: '{count} файла' } })).toEqual([
      'ru: web.files must have the placeholders {count}: файл',
    ]);
  });

  it('has the tags and the code of English', () => {
    expect(problemsOf('de', { web: { terms: 'Siehe <b>Bedingungen</b> von `share`' } })).toEqual([
      'de: web.terms must have the tags and code of English, </a> <a> `share`: Siehe <b>Bedingungen</b> von `share`',
    ]);
  });

  it('differs from English, unless that is right', () => {
    expect(problemsOf('de', { errors: { gone: 'Gone' } })).toEqual([
      'de: errors.gone is the same as in English: Gone',
    ]);
    expect(problemsOf('de', { errors: { gone: 'Gone' } }, { sameAsEnglish: ['errors.gone'] })).toEqual([]);
  });

  it('has no word that the glossary forbids', () => {
    const terms = { file: { use: 'Datei', not: ['File', 'Files'] } };
    expect(problemsOf('de', { web: { title: 'Die Files von {name}' } }, { terms })).toEqual([
      'de: web.title must not have "Files" for file, which is "Datei": Die Files von {name}',
    ]);
    expect(problemsOf('de', { web: { title: 'Profile von {name}' } }, { terms })).toEqual([]);
    const japanese = { file: { use: 'ファイル', not: ['書類'] } };
    expect(problemsOf('ja', { web: { title: '{name}の書類です' } }, { terms: japanese })).toHaveLength(1);
  });

  it('is written in its own script, apart from names', () => {
    expect(problemsOf('ru', { web: { title: 'Files {name} по SMTP.' } }, { latinWords: ['SMTP'] })).toEqual([
      'ru: web.title has Latin words: Files: Files {name} по SMTP.',
    ]);
  });

  it('has no stray spaces, and one character for an ellipsis', () => {
    expect(problemsOf('de', { errors: { gone: 'Weg ' } })).toEqual([
      'de: errors.gone has a space at an end: Weg ',
    ]);
    expect(problemsOf('de', { errors: { gone: 'Weg...' } })).toEqual([
      'de: errors.gone must have … instead of three dots: Weg...',
    ]);
  });
});
