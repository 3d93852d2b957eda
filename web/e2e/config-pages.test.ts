import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companionsOf, sampleOf, typedConfigKeys } from '#sdk/testing/config-samples.js';
import { signIn } from '../../daemon/testing/clients.ts';
import { type MailServer, startMailServer } from '../../daemon/testing/engines/mail-server.ts';
import { writePng } from '../../daemon/testing/png.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  type ConfigKey,
  categoryOf,
  configCategories,
  configKeysOf,
  configRow,
  isSecret,
} from '../../sdk/contract/config.ts';
import type { NodeClient } from '../../sdk/index.ts';
import {
  desktop,
  expectAccessible,
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

describe.skipIf(!hasBrowser)('the pages of the configuration', () => {
  let app: TestApp;
  let browser: Browser;
  let admin: Visitor;
  let client: NodeClient;
  let mailServer: MailServer;

  beforeAll(async () => {
    [app, browser, mailServer] = await Promise.all([startApp(), launchBrowser(), startMailServer()]);
    client = await signIn(app);
    admin = await newVisitor(browser, app.url);
    await admin.page.goto('/auth/signIn?from=%2Fadmin%2Fconfig');
    await signInAsAdministrator();
    await admin.page.waitForURL('**/admin/config/general');
    // Otherwise the policy that requires two-factor authentication would close all other pages.
    await setTotpSecret('on');
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await mailServer?.close();
  });

  async function setTotpSecret(totpSecret: string | null): Promise<void> {
    const { users, uow } = app.app.core;
    const account = await users.findByIdentifier(app.admin.username);
    if (account) await uow.transaction((repos) => repos.users.update(account.id, { totpSecret }));
  }

  async function signInAsAdministrator(): Promise<void> {
    const { page } = admin;
    await setTotpSecret(null);
    await submitSignIn(page, app.admin);
  }

  const update = (values: readonly { key: ConfigKey; value: string }[]) =>
    values.length > 0 ? client.configs.update({ body: [...values] }) : [];

  describe.each(configCategories)('%s', (category) => {
    const keys = configKeysOf(category).filter((key) => typedConfigKeys.includes(key));
    /** What the switches of this page need from others. */
    const elsewhere = [...new Set(keys.flatMap(companionsOf))].filter((key) => categoryOf(key) !== category);

    it('sets each variable, for whoever may read it, and goes back to the defaults', async () => {
      const { page } = admin;
      await update(elsewhere.map((key) => ({ key, value: sampleOf(key) })));
      await page.goto(`/admin/config/${category}`);
      await page.locator(idOf(keys[0])).waitFor();
      await expectAccessible(page);
      await unfold(page);
      await expectAccessibleEverywhere(page);
      await keepScreenshots(page, `config-${category}`);

      for (const key of keys) await fill(page, key, sampleOf(key));
      await page.getByText(`${keys.length} changes`).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await waitUntilSaved(page);

      expect(await readAsAdministrator(category)).toEqual(
        keys.map((key) => [key, isSecret(configRow(key)) ? 'set' : sampleOf(key)]),
      );
      expect(await readAsVisitor(category)).toEqual(
        keys.filter((key) => configRow(key).visibility === 'public').map((key) => [key, sampleOf(key)]),
      );

      await page.reload();
      await page.locator(idOf(keys[0])).waitFor();
      await unfold(page);
      for (const key of keys) await reset(page, key);
      await page.getByText(`${keys.length} changes`).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await waitUntilSaved(page);
      expect(await readAsAdministrator(category)).toEqual(keys.map((key) => [key, 'default']));
      await update(elsewhere.toReversed().map((key) => ({ key, value: '' })));
    });
  });

  /** Shows the settings of the sign-in providers. */
  async function unfold(page: Page): Promise<void> {
    for (const summary of await page.locator('main details > summary').all()) await summary.click();
    expect(await page.locator('main details:not([open])').count()).toBe(0);
  }

  /** Of what can be typed: what is stored, that a secret is, or that the default holds. */
  async function readAsAdministrator(category: string): Promise<[string, string][]> {
    const variables = await client.configs.listCategory({ params: { category } });
    return variables
      .filter(({ key }) => typedConfigKeys.some((typed) => typed === key))
      .map(({ key, value, isSet }) => [key, value ?? (isSet ? 'set' : 'default')]);
  }

  async function readAsVisitor(category: string): Promise<[string, string | null][]> {
    const answer = await fetch(`${app.url}/api/configs`);
    const variables = (await answer.json()) as { key: string; value: string | null }[];
    return variables
      .filter(({ key }) => key.startsWith(`${category}.`) && typedConfigKeys.some((typed) => typed === key))
      .map(({ key, value }) => [key, value]);
  }

  it('takes a square PNG as the logo, shown at once, and says what is wrong with others', async () => {
    const { page } = admin;
    await page.goto('/admin/config/general');
    const file = page.locator(`${idOf('general.logo')} input[type=file]`);
    const choose = (name: string, buffer: Buffer) =>
      file.setInputFiles({ name, mimeType: 'image/png', buffer });
    await choose('photo.png', Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex'));
    await page.getByText("This isn't a PNG image.").waitFor();
    await choose('wide.png', writePng({ width: 40, height: 20 }));
    await page.getByText('The logo must be square, but this image is 40 × 20 pixels.').waitFor();
    const whole = writePng({ width: 64 });
    await choose('half.png', whole.subarray(0, whole.length - 20));
    await page.getByText('This image is damaged or incomplete.').waitFor();
    await expectAccessible(page);

    await choose('logo.png', whole);
    await page.getByText('Logo changed.').waitFor();
    const shown = page.getByAltText('logo', { exact: true });
    await expect.poll(() => shown.getAttribute('src')).toMatch(/^\/img\/logo\.png\?v=/);
    const icon = page.locator('link[rel=icon]').first();
    await expect.poll(() => icon.getAttribute('href')).toMatch(/^\/img\/logo\.png\?v=/);
    await page.getByRole('button', { name: 'Use the built-in logo' }).click();
    await page.getByText('The built-in logo is now in use.').waitFor();
    await expect.poll(() => shown.getAttribute('src')).toBe('/img/logo.png');
  });

  it('shows an accent colour and a background picture to everybody, from the first paint on', async () => {
    const { page } = admin;
    await page.goto('/admin/config/general');
    await fill(page, 'general.accentColor', '#ffdd00');
    // On light paper, yellow itself could not be read.
    const ochre = '#785600';
    await page.getByRole('img', { name: 'Preview' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitUntilSaved(page);
    const file = page.locator(`${idOf('general.cover')} input[type=file]`);
    await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await page.getByText("Choose a JPEG, PNG or WebP image that doesn't move.").waitFor();
    const wide = writePng({ width: 3000, height: 1000 });
    await file.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: wide });
    await page.getByText('Background picture changed.').waitFor();
    await expect.poll(() => accentOn(page)).toBe(ochre);

    const visitor = await newVisitor(browser, app.url);
    // What is painted before any answer of the API comes with the page itself.
    await visitor.page.route('**/api/**', () => {});
    await visitor.page.goto('/auth/signIn');
    await expect.poll(() => accentOn(visitor.page)).toBe(ochre);
    await visitor.page.unroute('**/api/**');
    await visitor.page.goto('/auth/signIn');
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await backgroundOf(visitor.page)).toMatch(/\/img\/cover\?v=/);
    await expectAccessibleEverywhere(visitor.page);
    const sent = await fetch(`${app.url}/img/cover`);
    expect(sent.headers.get('content-type')).toBe('image/jpeg');

    await page.getByRole('button', { name: 'Remove picture' }).click();
    await page.getByText('Background picture removed.').waitFor();
    await reset(page, 'general.accentColor');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => accentOn(page)).toBe('#2a3bd6');
    await visitor.page.goto('/auth/signIn');
    await visitor.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await backgroundOf(visitor.page)).toBe('none');
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it('sends a test mail with what is saved, and shows what the mail server says', async () => {
    const { page } = admin;
    await page.goto('/admin/config/smtp');
    await fill(page, 'smtp.host', '127.0.0.1');
    await fill(page, 'smtp.port', String(mailServer.port));
    await fill(page, 'smtp.email', 'files@example.org');
    await page.getByText('Save your changes first').waitFor();
    await fill(page, 'smtp.allowUnauthorizedCertificates', 'true');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await waitUntilSaved(page);
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText(`The mail server accepted the email to ${app.admin.email}`).waitFor();
    expect(mailServer.mails.at(-1)?.envelope.to).toEqual([app.admin.email]);
    await expectAccessible(page);
    mailServer.refuse('RCPT', 550);
    await page.getByRole('button', { name: 'Send test email' }).click();
    await page.getByText('The mail server answered: 550').waitFor();
    await update(configKeysOf('smtp').map((key) => ({ key, value: '' })));
  });

  it('shows a mail as it would be sent, in both formats', async () => {
    const { page } = admin;
    await page.goto('/admin/config/email');
    const message = page.locator(idOf('email.resetPasswordMessage'));
    await message.getByRole('textbox').fill('Dear reader, choose anew: ');
    await message.getByRole('button', { name: '{url}' }).click();
    await page.getByRole('button', { name: 'Preview: Password reset email' }).click();
    await page.frameLocator('iframe').getByText('Dear reader, choose anew:').waitFor();
    await keepScreenshots(page, 'config-mail-preview');
    // Scripts, also those that look for faults, do not run in the frame.
    await page.getByRole('button', { name: 'Plain text' }).click();
    await page.locator('pre', { hasText: 'Dear reader, choose anew: http' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('holds back whoever leaves with something unsaved, by links and by the browser', async () => {
    const { page } = admin;
    await page.goto('/admin/config/general');
    await page.getByRole('link', { name: 'Shares', exact: true }).click();
    await page.getByRole('switch', { name: 'Registration' }).click();
    await page.goBack();
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin/config/share');
    expect(await page.getByRole('switch', { name: 'Registration' }).isChecked()).toBe(true);
    await page.goBack();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/admin/config/general');
    await page.goForward();
    expect(await page.getByRole('switch', { name: 'Registration' }).isChecked()).toBe(false);
  });

  it('keeps what was typed when the session ends, hides no field and says when there is no network', async () => {
    const { context, page } = admin;
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto('/admin/config/share');
    await page.getByRole('switch', { name: 'Registration' }).click();
    for (let tab = 0; tab < 12; tab++) {
      await page.keyboard.press('Tab');
      expect(await isHidden(page), await page.evaluate(() => document.activeElement?.outerHTML)).toBe(false);
    }
    await page.setViewportSize(desktop);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await context.setOffline(false);
    const problems = admin.problems.splice(0);
    expect(problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);

    await page.goto('/admin/config/legal');
    await page.locator(idOf('legal.imprintText')).getByRole('textbox').fill('We are we.');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/auth/signIn**');
    await signInAsAdministrator();
    await page.waitForURL('**/admin/config/legal');
    await page.getByText('1 change', { exact: true }).waitFor();
    const text = page.locator(idOf('legal.imprintText')).getByRole('textbox');
    expect(await text.inputValue()).toBe('We are we.');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByText('1 change', { exact: true }).waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('');
    await page.goto('/admin/config/share');
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

  it('is used by keyboard alone', async () => {
    const { page } = admin;
    await page.goto('/admin/config/legal');
    await page.getByRole('switch', { name: 'Legal pages' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.locator(idOf('legal.imprintUrl')).getByRole('textbox').focus();
    await page.keyboard.type('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('Must be an address that starts with https:// or http://').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('https://example.org/imprint');
    await page.keyboard.press('Enter');
    await waitUntilSaved(page);
    expect(await page.locator(`${idOf('legal.imprintUrl')} input:focus`).count()).toBe(1);
    await page.goto('/upload');
    await page.locator('a[href="https://example.org/imprint"]').waitFor();
  });

  it('has no page for what is no category', async () => {
    await admin.page.goto('/admin/config/nonsense');
    await admin.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await admin.page.getByRole('banner').waitFor();
    expect(admin.problems).toEqual([]);
  });
});

function accentOn(page: Page): Promise<string> {
  return page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--fs-palette-primary-main').trim(),
  );
}

function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body, '::before').backgroundImage);
}

async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByText('Saved.').waitFor();
}

/** Whether what sticks to the lower edge lies over what has the focus. */
function isHidden(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const bar = document.querySelector('[data-foot]');
    if (!focused || !bar || bar.contains(focused) || focused === document.body) return false;
    return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top + 1;
  });
}

function idOf(key: string | undefined): string {
  return `[id="config-${key}"]`;
}

/** Sets a variable by its control. */
async function fill(page: Page, key: ConfigKey, text: string): Promise<void> {
  const field = page.locator(idOf(key));
  const row = configRow(key);
  if (row.type === 'boolean') return field.getByRole('switch').setChecked(text === 'true');
  if (row.type === 'number') {
    const unit = field.getByRole('combobox');
    if ((await unit.count()) > 0) await unit.selectOption(row.unit ?? '');
    return field.getByRole('textbox').fill(text);
  }
  if (row.format === 'locale') return void (await field.getByRole('combobox').selectOption(text));
  if (row.format !== 'expiration') return field.locator('input, textarea').first().fill(text);
  const [amount = '', unit = ''] = text.split('-');
  await field.getByRole('combobox').selectOption('custom');
  await field.getByRole('combobox').last().selectOption(unit.replace(/s$/, ''));
  return field.getByRole('textbox').fill(amount);
}

/** Back to the default: by its button, by removing the secret, by choosing none, or by emptying the field. */
async function reset(page: Page, key: ConfigKey): Promise<void> {
  const field = page.locator(idOf(key));
  if (isSecret(configRow(key))) return field.getByRole('button', { name: /^Remove/ }).click();
  const button = field.getByRole('button', { name: /^Reset to default/ });
  if ((await button.count()) > 0) return button.click();
  const row = configRow(key);
  if ('format' in row && row.format === 'expiration')
    return void (await field.getByRole('combobox').first().selectOption(''));
  return field.locator('input, textarea').first().fill('');
}
