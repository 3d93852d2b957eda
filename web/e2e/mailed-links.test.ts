import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser, password, signIn } from '../../daemon/testing/clients.ts';
import { type MailServer, startMailServer } from '../../daemon/testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

const newPassword = 'another horse, another battery';

describe.skipIf(!hasBrowser)('links that are mailed', () => {
  let mailServer: MailServer;
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    mailServer = await startMailServer();
    [app, browser] = await Promise.all([startApp({ env: mailServer.env }), launchBrowser()]);
    const admin = await signIn(app);
    await admin.configs.update({ body: [{ key: 'general.appUrl', value: app.url }] });
    await createUser(admin, 'mia');
    visitor = await newVisitor(browser, app.url);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await mailServer?.close();
  });

  /** The link of the newest mail to an address. */
  async function linkMailedTo(address: string): Promise<string> {
    const find = () => mailServer.mails.findLast(({ envelope }) => envelope.to.includes(address));
    await expect.poll(find, { timeout: 15_000 }).toBeDefined();
    const link = /https?:\/\/\S+#token=[\w&=-]+/.exec(find()?.text ?? '')?.[0];
    mailServer.mails.length = 0;
    expect(link, address).toBeDefined();
    return link ?? '';
  }

  /** Nothing of the token stays where others look. */
  async function expectTokenGone(link: string): Promise<void> {
    const token = new URL(link).hash.replace(/^#token=|&.*$/g, '');
    expect(token.length).toBeGreaterThan(20);
    await expect.poll(() => page.url()).not.toContain(token);
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token);
  }

  it('answers the same for every address', async () => {
    await page.goto('/auth/signIn');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Email address').fill('nobody@example.org');
    await page.keyboard.press('Enter');
    await page.getByText('If nobody@example.org belongs to an account here').waitFor();
    await expectAccessibleEverywhere(page);
    await page.goto('/auth/forgotPassword');
    await page.getByLabel('Email address').fill('mia@example.org');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('If mia@example.org belongs to an account here').waitFor();
  });

  it('sets a forgotten password, once', async () => {
    const link = await linkMailedTo('mia@example.org');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await expectTokenGone(link);
    await expectAccessibleEverywhere(page);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your password is set. You can now sign in with it.').waitFor();
    await expectAccessibleEverywhere(page);

    await page.goto('/');
    await page.goto(link);
    await page.getByLabel('New password').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await submitSignIn(page, { username: 'mia', password: newPassword });
    await page.waitForURL('**/upload');
  });

  it('confirms a new address by a button', async () => {
    await page.goto('/account');
    await page.getByLabel('Email address').fill('mia@new.example.org');
    await page.getByLabel('Current password').fill(newPassword);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText("We've emailed a link to mia@new.example.org.").waitFor();
    await expectAccessibleEverywhere(page);
    const link = await linkMailedTo('mia@new.example.org');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Confirm your new email address?' }).waitFor();
    await expectTokenGone(link);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('heading', { name: 'Your email address has changed' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Go to account' }).click();
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('mia@new.example.org');
    expect(await page.getByText('is waiting for confirmation').count()).toBe(0);
  });

  it('lets somebody come who was invited', async () => {
    const admin = await signIn(app);
    await admin.users.create({ body: { username: 'ben', email: 'ben@example.org' } });
    const { page: guestPage, context, problems } = await newVisitor(browser, app.url);
    page = guestPage;
    const link = await linkMailedTo('ben@example.org');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome to Fileshare' }).waitFor();
    await expectTokenGone(link);
    await expectAccessibleEverywhere(page);
    await page.getByLabel('New password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is set. You can now sign in with it.').waitFor();
    await submitSignIn(page, { username: 'ben', password: password });
    await page.waitForURL('**/upload');
    expect([...problems, ...visitor.problems]).toEqual([]);
    await context.close();
  });
});
