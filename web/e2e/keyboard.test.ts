import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { expectAccessibleEverywhere, hasBrowser, launchBrowser, newVisitor } from './browser.ts';
import { shareFiles } from './share-files.ts';

const files = ['first.txt', 'second.txt'].map((name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(name),
}));

describe.skipIf(!hasBrowser)('without a pointer', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
    [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it('an upload leads from the empty sheet to the copied link', async () => {
    const { page, context, problems } = await newVisitor(browser, app.url, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/upload');
    await button('Choose files').waitFor();
    page.once('filechooser', (chooser) => void chooser.setFiles(files));
    await tabTo(button('Choose files'));
    await page.keyboard.press('Enter');
    await page.getByText('2 files, 19 bytes').waitFor();
    await expectAccessibleEverywhere(page);

    await tabTo(page.getByLabel('Name').first());
    await page.keyboard.type('By keyboard');
    await tabTo(button('Remove first.txt'));
    await page.keyboard.press('Enter');
    await page.getByText('1 file, 10 bytes').waitFor();
    expect(await isFocused(button('Remove second.txt'))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await isFocused(button('Undo'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('2 files, 19 bytes').waitFor();

    await tabTo(page.getByRole('switch', { name: 'Protect with a password' }));
    await page.keyboard.press('Space');
    await page.keyboard.type('open sesame');
    await tabTo(button('Create link'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    expect(await isFocused(page.getByRole('heading', { name: 'Your link is ready' }))).toBe(true);
    await expectAccessibleEverywhere(page);
    await tabTo(button('Copy'));
    await page.keyboard.press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/s\/\w{16}$/);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('a download leads from the password to files, previews, a selection and everything', async () => {
    const contents = new Map([
      ['first.txt', 'One'],
      ['second.txt', 'Two'],
      ['Notes/third.txt', 'Three'],
    ]);
    const { id } = await shareFiles(app, contents, { name: 'By keyboard', password: 'open sesame' });
    const { page, context, problems } = await newVisitor(browser, app.url);
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const downloaded = async () => {
      const arriving = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      return arriving;
    };
    await page.goto(`/s/${id}`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await isFocused(page.getByLabel('Password', { exact: true }))).toBe(true);
    await page.keyboard.type('open sesame');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'By keyboard' }).waitFor();

    await tabTo(page.getByRole('link', { name: /^Download all/ }).first());
    expect((await downloaded()).suggestedFilename()).toBe('By keyboard.zip');

    await tabTo(link('Notes'));
    await page.keyboard.press('Enter');
    await link('third.txt').waitFor();
    await tabTo(link('Download third.txt'));
    expect((await downloaded()).suggestedFilename()).toBe('third.txt');
    await tabTo(link('All files'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await link('first.txt').waitFor();

    await tabTo(link('first.txt'));
    await page.keyboard.press('Enter');
    const preview = page.getByRole('dialog');
    await preview.getByText('One', { exact: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await preview.getByText('Two', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    expect(await isFocused(link('second.txt'))).toBe(true);

    await tabTo(page.getByRole('button', { name: 'Select', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page.getByRole('checkbox', { name: 'Select second.txt' }));
    await page.keyboard.press('Space');
    await expectAccessibleEverywhere(page);
    await tabTo(page.locator('[data-selection-bar]').getByRole('link', { name: 'Download' }), 'Shift+Tab');
    expect((await downloaded()).suggestedFilename()).toBe('second.txt');
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Presses Tab until the element has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await target.page().keyboard.press(key);
    if (await isFocused(target)) return;
  }
  throw new Error(`The keyboard does not reach ${String(target)}`);
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
