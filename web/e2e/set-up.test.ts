import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../../daemon/testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from './browser.ts';

const account = { username: 'mia', email: 'mia@example.org', password: 'correct horse battery' };
const appName = 'Files of <b>Mia</b> & Co';

describe.skipIf(!hasBrowser)('the set-up of a fresh instance', () => {
  let app: TestApp;
  let browser: Browser;
  let mailServer: MailServer;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    const env = { FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true' };
    [app, browser, mailServer] = await Promise.all([
      startApp({ isFresh: true, env }),
      launchBrowser(),
      // The certificate of this server is known to nobody.
      startMailServer({ offersTls: false }),
    ]);
    visitor = await newVisitor(browser, app.url);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), mailServer?.close()]);
  });

  const continueToAccess = async (at: Page) => {
    await at.getByRole('button', { name: 'Continue' }).click();
    await at.getByRole('heading', { name: 'Who can use it?' }).waitFor();
  };

  /** Once the step is there: on a busy machine the one before still shows its own fields. */
  const nameOnReturn = async () => {
    await page.getByRole('heading', { name: 'Name and address' }).waitFor();
    return page.getByLabel('Name', { exact: true }).inputValue();
  };

  it('begins with the link of the server, which leaves the address bar once it is used', async () => {
    await page.goto('/setup#token=fss_wrong');
    await page.getByLabel('Username').fill(account.username);
    await page.getByLabel('Email address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByText("This setup link isn't valid.").waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(0);
    const token = await readFile(join(app.dataDir, 'setup-token'), 'utf8');
    await page.getByLabel('Setup link').fill(`${app.url}/setup#token=${token.trim()}`);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Name and address' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${app.url}/setup`);
  });

  it('keeps the answers on the way back and over a reload', async () => {
    expect(await page.getByLabel('Public address').inputValue()).toBe(app.url);
    await page.getByLabel('Name', { exact: true }).fill(appName);
    await keepScreenshots(page, 'set-up-instance');
    await continueToAccess(page);
    await page.goBack();
    expect(await nameOnReturn()).toBe(appName);
    await continueToAccess(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Who can use it?' }).waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await nameOnReturn()).toBe(appName);
    await continueToAccess(page);
  });

  it('shows what the host has decided, and asks for a mail server only whoever wants one', async () => {
    const box = page.getByRole('checkbox', { name: 'Anyone can create an account' });
    expect(await box.isDisabled()).toBe(true);
    await page.getByText('Set on the server by FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION.').waitFor();
    await keepScreenshots(page, 'set-up-access');
    await page.getByRole('button', { name: 'Mail server (optional)' }).press('Enter');
    await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
    await page.reload();
    await expect.poll(() => page.getByLabel('Mail server', { exact: true }).inputValue()).toBe('127.0.0.1');
    await page.getByRole('button', { name: 'Finish setup' }).click();
    await page.getByText('This field is required').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Sender').fill('share@example.org');
    await page.getByLabel('Port').fill(String(mailServer.port));
    await page.getByRole('button', { name: 'Save and send a test email' }).click();
    await page
      .getByText(`The mail server accepted the email to ${account.email}. It answered: 250`)
      .waitFor();
    expect(mailServer.mails.map(({ envelope }) => envelope.to)).toEqual([[account.email]]);
    expect(app.app.core.config.get('smtp.enabled')).toBe(false);
    await keepScreenshots(page, 'set-up-mail');
  });

  it('leads back to itself until it is finished, from another browser too', async () => {
    const other = await newVisitor(browser, app.url);
    await other.page.goto('/setup');
    await other.page.getByText('An administrator already exists.').waitFor();
    await other.page.getByLabel('Email or username').fill(account.username);
    await other.page.getByLabel('Password', { exact: true }).fill(account.password);
    await other.page.keyboard.press('Enter');
    await other.page.getByRole('heading', { name: 'Name and address' }).waitFor();
    await other.page.goto('/upload');
    await other.page.waitForURL('**/setup');
    await continueToAccess(other.page);

    await page.getByRole('button', { name: 'Finish setup' }).click();
    await page.waitForURL('**/upload');

    await other.page.getByRole('button', { name: 'Finish setup' }).click();
    await other.page.getByRole('heading', { name: 'This instance is already set up' }).waitFor();
    await expectAccessibleEverywhere(other.page);
    expect(other.problems).toEqual([]);
    await other.context.close();
  });

  it('has stored every answer, and shows it at once', async () => {
    await page.getByRole('link', { name: appName }).waitFor();
    expect(await page.title()).toBe(`Send files · ${appName}`);
    const { config } = app.app.core;
    expect(config.get('general.appUrl')).toBe(app.url);
    expect(config.get('smtp.enabled')).toBe(true);
    expect(config.get('smtp.host')).toBe('127.0.0.1');
    const visited = await newVisitor(browser, app.url);
    await visited.page.goto('/');
    await visited.page.getByRole('link', { name: 'Sign up' }).waitFor();
    await visited.page.goto('/setup');
    await visited.page
      .getByText('This instance is already set up. Sign in to change its settings.')
      .waitFor();
    await visited.context.close();
    expect(visitor.problems).toEqual([]);
  });
});
