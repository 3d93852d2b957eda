import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../daemon/testing/fake-clock.ts';
import { type OpenidProvider, startOpenidProvider } from '../../daemon/testing/providers/openid-provider.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from './browser.ts';

const password = 'correct horse battery';
const clock = createFakeClock(Date.now());

describe.skipIf(!hasBrowser)('an account that a provider has made', () => {
  let provider: OpenidProvider;
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [provider, browser] = await Promise.all([startOpenidProvider(), launchBrowser()]);
    app = await startApp({ clock, env: provider.env, outbound: provider.outbound });
    // The provider sends people back to the public address.
    const url = app.url.replace('127.0.0.1', 'localhost');
    visitor = await newVisitor(browser, url, { ignoreHTTPSErrors: true });
    ({ page } = visitor);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await provider?.close();
  });

  const atProvider = () => page.getByRole('button', { name: /^Continue as ada/ }).click();

  it('has one way in, which cannot be unlinked', async () => {
    await page.goto('/account/social');
    await page.getByRole('link', { name: 'Continue with OpenID Connect' }).click();
    await atProvider();
    await page.getByText('Your only way to sign in', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Unlink OpenID Connect' }).count()).toBe(0);
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'linked-accounts');
  });

  it('shows by another sign-in who is there, and comes back to where that was asked', async () => {
    clock.advance(10.5 * 60_000);
    await page.goto('/account/apiKeys');
    const create = async () => {
      await page.getByRole('button', { name: 'New API key' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Backup');
      await page.getByRole('checkbox', { name: /^Read shares/ }).check();
      await page.getByRole('button', { name: 'Create API key' }).click();
    };
    await create();
    const way = page.getByRole('link', { name: 'Confirm with OpenID Connect' });
    await way.waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'confirm-by-provider');
    await way.click();
    await atProvider();
    await page.waitForURL('**/account/apiKeys');
    await create();
    await page.getByRole('button', { name: "I've copied it" }).click();
    await page.getByText('Backup').waitFor();
  });

  it('gets a password', async () => {
    await page.getByRole('link', { name: 'Password' }).click();
    await page.getByLabel('New password').fill(password);
    expect(await page.getByLabel('Current password').count()).toBe(0);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Password set.').waitFor();
    await page.getByLabel('Current password').waitFor();
  });

  it('is unlinked by the password', async () => {
    await page.getByRole('link', { name: 'Linked accounts' }).click();
    await page.getByRole('button', { name: 'Unlink OpenID Connect' }).click();
    await page.getByRole('dialog', { name: 'Unlink OpenID Connect?' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'unlink-account');
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await page.getByText('Not linked').waitFor();
  });

  it('is linked again', async () => {
    await page.getByRole('button', { name: 'Link OpenID Connect' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Continue to OpenID Connect' }).click();
    await atProvider();
    await page.getByText(/^Your OpenID Connect account is linked/).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'linked-account');
    expect(visitor.problems).toEqual([]);
  });
});
