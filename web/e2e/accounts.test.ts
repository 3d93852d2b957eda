import { generate } from 'otplib/functional';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type NodeClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  desktop,
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

const account = { username: 'mia', email: 'mia@example.org', password: 'correct horse battery' };
const newPassword = 'another horse, another battery';
const stepSeconds = 30;

describe.skipIf(!hasBrowser)('an account from its first day to its last', () => {
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let totpSecret: string;
  let recoveryCodes: string[];

  beforeAll(async () => {
    const env = { FILESHARE_CONFIG_SHARE_ALLOW_REGISTRATION: 'true' };
    [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
    visitor = await newVisitor(browser, app.url);
    ({ page } = visitor);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const passwordField = () => page.getByLabel('Password', { exact: true });

  async function givePassword(password: string): Promise<void> {
    await submitSignIn(page, { username: account.username, password });
  }

  async function signOut(): Promise<void> {
    await page.getByRole('button', { name: "mia's account" }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  }

  /** A device of the same person. */
  async function signInElsewhere(): Promise<NodeClient> {
    const client = createClient({ baseUrl: app.url });
    await client.session.signIn({ identifier: account.username, password: newPassword });
    return client;
  }

  it('is signed in and out in all tabs at once', async () => {
    const { page: first, context, problems } = await newVisitor(browser, app.url);
    const second = await context.newPage();
    await second.goto('/account/shares');
    await second.getByRole('heading', { name: 'Sign in' }).waitFor();
    await first.goto('/auth/signIn');
    await submitSignIn(first, app.admin);
    const account = `${app.admin.username}'s account`;
    await second.getByRole('button', { name: account }).waitFor();
    await first.getByRole('button', { name: account }).click();
    await first.getByRole('menuitem', { name: 'Sign out' }).click();
    await second.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await second.getByRole('button', { name: account }).count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is made on the sign-up page, and leads to where one was going', async () => {
    await page.goto('/account/password');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await page.getByLabel('Username').fill(app.admin.username);
    await page.getByLabel('Email address').fill(account.email);
    await passwordField().fill('password1');
    await page.keyboard.press('Enter');
    await page.getByText('This password is too common and easy to guess.').waitFor();
    await passwordField().fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByText('This username is already in use.').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Username').fill(account.username);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/account/password');
  });

  it('gets another password', async () => {
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByText('The current password is incorrect. Try again.').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Current password').fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByText('Password changed.').waitFor();
    await expectAccessibleEverywhere(page);
  });

  it('gets another name, after the password', async () => {
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Username').fill('mia.b');
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Current password').fill(newPassword);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: "mia.b's account" }).waitFor();
    await page.getByLabel('Username').fill(account.username);
    await page.getByLabel('Current password').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: "mia's account", exact: true }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'account');
  });

  it('chooses the colours', async () => {
    await page.getByRole('link', { name: 'Language and colours' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(() => page.locator('html').getAttribute('data-color-scheme')).toBe('dark');
    await expectAccessibleEverywhere(page);
    await page.getByRole('radio', { name: 'Same as system' }).check();
  });

  it('signs in with a code of the authenticator, after its session was ended on another device', async () => {
    const elsewhere = await signInElsewhere();
    ({ totpSecret } = await elsewhere.totp.enable({ body: { password: newPassword } }));
    const code = await codeAt(totpSecret, 0);
    ({ recoveryCodes } = await elsewhere.totp.verify({ body: { password: newPassword, code } }));

    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    await expectAccessibleEverywhere(page);
    await givePassword(newPassword);
    await page.getByLabel('Six-digit code').waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'sign-in-code');
    // A code counts once.
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByText('The code is incorrect or was already used.').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Six-digit code').fill(await codeAt(totpSecret, 1));
    await page.waitForURL((url) => url.pathname === '/account');
    await page.getByRole('heading', { name: 'Profile' }).waitFor();
  });

  it('signs in with a recovery code', async () => {
    await signOut();
    await page.goto('/auth/signIn');
    await givePassword(newPassword);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/upload');
  });

  it('is deleted with all that belongs to it', async () => {
    await page.getByRole('button', { name: "mia's account" }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    expect(await page.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Delete account' }).click();
    await page.getByText('0 shares with 0 files (0 bytes)').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Current password').fill(newPassword);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('Your account and everything in it have been deleted.').waitFor();
    await page.getByRole('link', { name: 'Sign up' }).waitFor();
    await expectAccessibleEverywhere(page);
    expect((await visitor.context.cookies()).map(({ name }) => name)).not.toContain('access_token');
    await page.goto('/auth/signIn');
    await givePassword(newPassword);
    await page
      .getByText('The email address, username or password is incorrect. Check them and try again.')
      .waitFor();
    expect(visitor.problems).toEqual([]);
  });

  it('finds its way by keyboard alone', async () => {
    const admin = await newVisitor(browser, app.url);
    await admin.page.setViewportSize(desktop);
    await admin.page.goto('/auth/signIn?from=%2Faccount');
    await admin.page.getByLabel('Email or username').waitFor();
    await admin.page.keyboard.type(app.admin.username);
    await admin.page.keyboard.press('Tab');
    await admin.page.keyboard.type(app.admin.password);
    await admin.page.keyboard.press('Enter');
    await admin.page.getByRole('heading', { name: 'Profile' }).waitFor();
    await admin.page.getByRole('button', { name: "admin's account" }).press('Enter');
    const items = admin.page.getByRole('menuitem');
    await items.first().waitFor();
    expect(await items.allTextContents()).toEqual(['Account', 'Administration', 'Sign out']);
    await admin.page.keyboard.press('Escape');
    expect(admin.problems).toEqual([]);
    await admin.context.close();
  });
});

/** What an authenticator shows, or will show so many steps later. */
function codeAt(secret: string, steps: number): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * stepSeconds });
}
