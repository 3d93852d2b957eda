import { afterEach, describe, expect, it, vi } from 'vitest';

const everybody = '../../sdk/i18n/locales/de.json?part=everybody';

/** A page that has just been opened. */
async function openPage() {
  vi.resetModules();
  return import('./texts.ts');
}

afterEach(() => {
  vi.doUnmock(everybody);
});

describe('texts', () => {
  it('of some pages only come with these pages, those of the terminal never', async () => {
    const { loadTranslator } = await openPage();
    const { t, has } = await loadTranslator('en');
    expect(t('web.shares.title')).toBe('web.shares.title');
    expect(t('web.nav.signIn')).toBe('Sign in');
    expect(has('errors.internal')).toBe(true);
    expect(has('cli.hints.share_not_found')).toBe(false);
    expect(has('config.general.appName.label')).toBe(false);
  });

  it('are there when the code is', async () => {
    const { loadTranslator, withTexts } = await openPage();
    const translating = loadTranslator('en');
    const code = await withTexts(['account', 'administration'], async () => 'code');
    const { t } = await translating;
    expect(code).toBe('code');
    expect(t('web.shares.title')).toBe('My shares');
    expect(t('web.admin.title')).toBe('Administration');
    expect(t('config.general.appName.label')).toBe('Name');
    expect(t('web.nav.signIn')).toBe('Sign in');
  });

  it('of the pages that were loaded come with another language', async () => {
    const { loadTexts, loadTranslator } = await openPage();
    await loadTranslator('en');
    await loadTexts('account');
    const { t, has } = await loadTranslator('de');
    expect(t('web.shares.title')).toBe('Meine Freigaben');
    expect(has('web.admin.title')).toBe(false);
  });

  it('of a page that is loaded while the language changes come in the new one', async () => {
    const { loadTexts, loadTranslator } = await openPage();
    await loadTranslator('en');
    const loading = loadTexts('account');
    const changing = loadTranslator('de');
    await loading;
    expect((await changing).t('web.shares.title')).toBe('Meine Freigaben');
  });

  it('are English in a language that has none', async () => {
    const { loadTranslator } = await openPage();
    const { t } = await loadTranslator('hu-HU');
    expect(t('web.nav.signIn')).toBe('Sign in');
  });

  it('go on in the language before when another cannot be loaded', async () => {
    const { loadTexts, loadTranslator } = await openPage();
    const { t } = await loadTranslator('en');
    vi.doMock(everybody, () => ({ default: undefined }));
    await expect(loadTranslator('de')).rejects.toThrow('There are no texts in de.');
    await loadTexts('account');
    expect(t('web.shares.title')).toBe('My shares');
  });

  it('need a language first', async () => {
    const { loadTexts } = await openPage();
    await expect(loadTexts('account')).rejects.toThrow('No language is chosen yet.');
  });
});
