import { generate } from 'otplib/functional';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  launchBrowser,
  linkOn,
  newVisitor,
  submitSignIn,
} from './browser.ts';

describe.skipIf(!hasBrowser)('an instance with policies', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    const env = {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_POLICIES_GUEST_PASSWORD: 'true',
      FILESHARE_CONFIG_POLICIES_GUEST_MAX_EXPIRATION: '48',
      FILESHARE_CONFIG_POLICIES_GUEST_MAX_FILES: '1',
      FILESHARE_CONFIG_POLICIES_ADMIN_TOTP: 'true',
      FILESHARE_CONFIG_POLICIES_ADMIN_REVERSE_SHARES: 'false',
    };
    [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

  it('tells guests what a share needs before they send it', async () => {
    const { page, context, problems } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    const chooser = page.getByTestId('files-input');
    await chooser.setInputFiles([file('one.txt'), file('two.txt')]);
    await page.getByText('A share can hold at most 1 file').first().waitFor();
    await page.getByRole('button', { name: 'Remove two.txt' }).click();
    await page.getByText('Required on this instance.').waitFor();
    const choices = await page.getByLabel('Expires').getByRole('option').allTextContents();
    expect(choices).not.toContain('Never');
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'policies-guest');
    const start = page.getByRole('button', { name: 'Create link' });
    await start.click();
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('open sesame');
    await start.click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    const visitor = await newVisitor(browser, app.url);
    await visitor.page.goto(await linkOn(page));
    await visitor.page.getByLabel('Password', { exact: true }).fill('open sesame');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByText('one.txt').first().waitFor();
    expect([...problems, ...visitor.problems]).toEqual([]);
    await Promise.all([context.close(), visitor.context.close()]);
  });

  it('leads an account to two-factor authentication before anything else', async () => {
    const { page, context, problems } = await newVisitor(browser, app.url);
    await page.goto('/auth/signIn?from=%2Fadmin');
    await submitSignIn(page, app.admin);
    await page.waitForURL('**/account/security');
    await page.getByText('This instance requires two-factor authentication. Set it up').waitFor();
    for (const path of [
      '/upload',
      '/account/shares',
      '/admin',
      '/admin/config/general',
      '/account/sessions',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/account/security');
    }
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'policies-two-factor');
    await page.getByLabel('Current password').fill(app.admin.password);
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.getByText(/^[A-Z2-7]{4}( ?[A-Z2-7]{4}){7}$/).textContent()) ?? '';
    await page.getByLabel('Code').fill(await generate({ secret: secret.replaceAll(' ', '') }));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: "I've saved them" }).click();
    await page.getByText("so it can't be turned off").waitFor();
    expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0);
    await page.goto('/account/reverseShares');
    await page.getByText("can't create reverse shares on this instance").waitFor();
    await expectAccessibleEverywhere(page);
    await page.goto('/admin/config/policies');
    await page.getByRole('heading', { name: 'Guests' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'policies-configuration', { fullPage: true });
    expect(problems).toEqual([]);
    await context.close();
  });
});
