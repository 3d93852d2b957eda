import { describe, expect, it } from 'vitest';
import { flattenCatalogue } from './catalogue.ts';
import { findEnglishProblems } from './problems.ts';
import { readUsage, type Usage } from './usage.ts';

const english = flattenCatalogue({
  errors: { gone: 'Gone', too_big: 'More than {limit}' },
  web: { title: 'Files of {name}', files_one: '{count} file', files_other: '{count} files' },
});

function usageOf(source: string): Usage {
  const usage: Usage = { literals: new Set(), prefixes: new Map(), calls: [] };
  readUsage('page.tsx', source, usage);
  return usage;
}

const families = { 'errors.': { required: ['gone', 'too_big'] } };
const complete = "t('web.title', { name }); t('web.files', { count: 2 });";

const problemsOf = (source: string, more: Partial<Parameters<typeof findEnglishProblems>[0]> = {}) =>
  findEnglishProblems({ english, usage: usageOf(source), families, fixedParams: new Map(), ...more });

describe('the English catalogue', () => {
  it('is right when every key is used with its parameters', () => {
    expect(problemsOf(complete)).toEqual([]);
  });

  it('may be used in attributes, properties and choices', () => {
    const source = "const row = { title: 'web.title' }; const x = <A b={c ? 'web.files' : null} />;";
    expect(problemsOf(source)).toEqual([]);
  });

  it('has no unused key', () => {
    expect(problemsOf("t('web.title', { name });")).toEqual(['unused: web.files']);
  });

  it('has every key that is asked for', () => {
    expect(problemsOf(`${complete} t('web.nothing');`)).toEqual(['page.tsx:1: unknown key web.nothing']);
  });

  it('gets every parameter it shows', () => {
    expect(problemsOf("t('web.title'); i18n.t('web.files', { size: 1 });")).toEqual([
      'page.tsx:1: web.title needs the parameter name',
      'page.tsx:1: web.files needs the parameter count',
    ]);
    expect(problemsOf("t('web.title', params); t('web.files', { ...rest });")).toEqual([]);
  });

  it('has a text for each member of a family', () => {
    const more = { families: { 'errors.': { required: ['gone', 'too_big', 'lost'] } } };
    expect(problemsOf(complete, more)).toEqual(['no English text: errors.lost']);
  });

  it('knows the families of keys made at run time', () => {
    expect(problemsOf(`${complete} t(\`errors.\${code}\`);`)).toEqual([]);
    expect(problemsOf(`${complete} t(\`web.kinds.\${kind}\`);`)).toEqual([
      'page.tsx:1: keys of web.kinds.… are in no family',
    ]);
  });

  it.each([
    ['{max} files', true],
    ['At most {max} of the API keys', true],
    ['by {hours} hours', true],
    ['{max} has shared files', false],
    ['{creator} shared files', false],
    ['{max} is the limit of files', false],
    ['Files: {max}', false],
  ])('has a singular for a number of things: %s', (text, isWrong) => {
    const more = { english: flattenCatalogue({ web: { text } }), families: {} };
    const problem = `web.text needs a text for one thing too (_one, _other): ${text}`;
    expect(problemsOf("t('web.text', params);", more)).toEqual(isWrong ? [problem] : []);
  });

  it('has exactly the parameters that a table fixes', () => {
    const fixedParams = new Map([
      ['errors.gone', new Set(['path'])],
      ['errors.too_big', new Set(['limit'])],
    ]);
    expect(problemsOf(complete, { fixedParams })).toEqual([
      'errors.gone must have exactly these parameters: {path}',
    ]);
  });
});
