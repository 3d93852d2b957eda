import { describe, expect, it } from 'vitest';
import { readCatalogues } from './catalogue.ts';
import { createTranslator } from './translate.ts';

const catalogues = readCatalogues('en');

describe('createTranslator', () => {
  it('fills parameters and writes numbers in the language', () => {
    const { t } = createTranslator('de', catalogues);
    expect(t('errors.share_too_many_files', { maxFiles: 100_000 })).toBe(
      'A share can hold at most 100.000 files.',
    );
  });

  it('neither escapes values nor reads them as templates', () => {
    const { t } = createTranslator('en', catalogues);
    const path = '<b>{count}</b> $t(errors.internal) $&';
    expect(t('errors.file_exists', { path })).toBe(
      `The share already contains ${path}. Rename the file, then try again.`,
    );
  });

  it('chooses the plural form', () => {
    const { t } = createTranslator('en', catalogues);
    expect(t('client.files_failed', { count: 1, path: 'a', problem: 'b' })).toContain('a could not be');
    expect(t('client.files_failed', { count: 2000, path: 'a', problem: 'b' })).toContain('2,000 files');
  });

  it('chooses the form that the language has for the number', () => {
    const client = { files_failed_few: 'kilka', files_failed_many: 'wiele', files_failed_other: 'inne' };
    const { t } = createTranslator('pl-PL', { ...catalogues, 'pl-PL': { client } });
    const say = (count: number) => t('client.files_failed', { count, path: 'a', problem: 'b' });
    expect([2, 5, 22, 1.5].map(say)).toEqual(['kilka', 'wiele', 'kilka', 'inne']);
    // A form that the translation lacks.
    expect(say(1)).toBe('inne');
  });

  it('shows the names of parameters that are missing', () => {
    const { t } = createTranslator('en', catalogues);
    expect(t('errors.file_exists')).toContain('already contains {path}.');
  });

  it('takes a text of the language first and falls back to English', () => {
    const { t } = createTranslator('de', {
      ...catalogues,
      de: { errors: { internal: 'Unbekannter Fehler.' } },
    });
    expect(t('errors.internal')).toBe('Unbekannter Fehler.');
    expect(t('errors.share_removed')).toBe('Share removed');
  });

  it('takes more texts later and keeps those it has', () => {
    const { t, add } = createTranslator('de', structuredClone(catalogues));
    add({ de: { errors: { internal: 'Unbekannter Fehler.' } }, en: { errors: { share_removed: 'Gone' } } });
    expect(t('errors.internal')).toBe('Unbekannter Fehler.');
    expect(t('errors.share_removed')).toBe('Gone');
    expect(t('errors.share_too_many_files', { maxFiles: 2 })).toBe('A share can hold at most 2 files.');
  });

  it('knows which keys exist, plural ones too', () => {
    const { has } = createTranslator('en', catalogues);
    expect(has('errors.internal')).toBe(true);
    expect(has('client.files_failed')).toBe(true);
    expect(has('errors.nothing')).toBe(false);
    expect(has('errors')).toBe(false);
    expect(has('constructor.name')).toBe(false);
  });
});
