import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../daemon/testing/clients.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from './browser.ts';

const oneDay = 86_400;

describe.skipIf(!hasBrowser)('what an instance shows to visitors', () => {
  let app: TestApp;
  let browser: Browser;
  let client: NodeClient;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    client = await signIn(app);
    visitor = await newVisitor(browser, app.url);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const configure = (values: Record<string, string>) =>
    client.configs.update({ body: Object.entries(values).map(([key, value]) => ({ key, value })) });

  it('has legal pages with a text or an address, also at a share', async () => {
    const text =
      '## Responsible\n\nAnna Berg, [anna@example.org](mailto:anna@example.org) <script>alert(1)</script>';
    const privacyUrl = 'https://example.org/privacy';
    await page.goto('/imprint');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await configure({
      'legal.enabled': 'true',
      'legal.imprintText': text,
      'legal.privacyPolicyText': 'not shown',
      'legal.privacyPolicyUrl': privacyUrl,
    });
    await page.goto('/share/there-is-none');
    await page.getByRole('heading', { name: 'Share not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(privacyUrl);
    await page.getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('heading', { name: 'Responsible' }).waitFor();
    await page.getByText('<script>alert(1)</script>').waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'imprint');
    await page.goto('/privacy');
    expect(await page.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(privacyUrl);
    await expectAccessibleEverywhere(page);
  });

  it('obeys what is switched on and off', async () => {
    await configure({ 'general.showHomePage': 'false', 'share.allowRegistration': 'true' });
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Sign in', 'Sign up']);
    await configure({
      'general.showHomePage': 'true',
      'general.sourceUrl': 'https://git.example.org/fileshare',
      'general.showLogin': 'false',
      'share.allowRegistration': 'false',
      'share.allowUnauthenticatedShares': 'true',
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Send files' }).waitFor();
    const source = page.getByRole('link', { name: 'Source code' });
    expect(await source.getAttribute('href')).toBe('https://git.example.org/fileshare');
    expect(await links.filter({ visible: true }).allTextContents()).toEqual(['Home', 'New share']);
    await page.goto('/auth/signUp');
    await page.getByText("This instance doesn't accept new accounts.").waitFor();
  });

  it('shows the colours that were chosen from the first moment, with and without scripts', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expectCookie(visitor.context, 'color_scheme', 'dark');
    expect(await page.evaluate(() => localStorage.getItem('colorScheme'))).toBe('dark');

    await noteColorSchemes(page);
    await page.reload();
    await page.getByRole('link', { name: 'Send files' }).waitFor();
    expect(await page.evaluate(() => document.body.dataset['schemes'])).toBe('dark');
    expect(await paperOf(page)).toBe('rgb(22, 20, 18)');

    const plain = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: app.url,
      colorScheme: 'light',
    });
    await plain.addCookies([{ name: 'color_scheme', value: 'dark', url: app.url }]);
    const plainPage = await plain.newPage();
    await plainPage.goto('/');
    expect(await plainPage.locator('html').getAttribute('data-color-scheme')).toBe('dark');
    await plain.close();
  });

  it('follows the colours of the system, also when they change', async () => {
    await page.getByRole('button', { name: 'Same as system' }).click();
    await expectCookie(visitor.context, 'color_scheme', 'system');
    await expect.poll(() => paperOf(page)).toBe('rgb(248, 245, 239)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => paperOf(page)).toBe('rgb(22, 20, 18)');
  });

  it('keeps the language, and is made anew only when it changes a choice', async () => {
    await client.users.create({
      body: { username: 'mia', email: 'mia@example.org', password: app.admin.password },
    });
    await page.goto('/auth/signIn?from=%2Faccount%2Fpreferences');
    await page.getByLabel('Email or username').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
    await page.keyboard.press('Enter');
    const select = page.getByRole('main').getByLabel('Language', { exact: true });
    await select.waitFor();
    expect(await select.inputValue()).toBe('system');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const isSamePage = () => page.evaluate(() => 'isSamePage' in window);

    await select.selectOption('English');
    await expectCookie(visitor.context, 'language', 'en');
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en');
    expect(await isSamePage()).toBe(true);

    await select.selectOption('Same as browser');
    await expect.poll(isSamePage).toBe(false);
    await expect.poll(() => select.inputValue()).toBe('system');
    expect((await visitor.context.cookies()).map(({ name }) => name)).not.toContain('language');
    await expectAccessibleEverywhere(page);
    expect(visitor.problems).toEqual([]);
  });
});

/** A year, and never sent from other sites' forms. */
async function expectCookie(context: BrowserContext, name: string, value: string): Promise<void> {
  const find = async () => (await context.cookies()).find((cookie) => cookie.name === name);
  await expect.poll(async () => (await find())?.value).toBe(value);
  const cookie = await find();
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / oneDay;
  expect(Math.round(days)).toBe(365);
}

/** Every scheme that the page has from the first byte of its body on, in `data-schemes` of the body. */
async function noteColorSchemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    const note = () => {
      const scheme = document.documentElement?.dataset['colorScheme'];
      if (scheme !== undefined && seen.at(-1) !== scheme) seen.push(scheme);
      if (document.body) document.body.dataset['schemes'] = seen.join(' ');
    };
    new MutationObserver(note).observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-color-scheme'],
    });
  });
}

function paperOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
