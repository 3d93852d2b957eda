import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#sdk/testing/http-server.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { quarantineFiles } from '../../daemon/testing/stored-share.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';
import { shareFiles } from './share-files.ts';

describe.skipIf(!hasBrowser)('pages that few people open', () => {
  let app: TestApp;
  let receiver: TestServer;
  let browser: Browser;
  let admin: Visitor;

  beforeAll(async () => {
    const env = { FILESHARE_OUTBOUND_ALLOW_PRIVATE: 'true' };
    [app, browser, receiver] = await Promise.all([
      startApp({ env }),
      launchBrowser(),
      startServer((_, response) => void response.writeHead(503).end('down for repair')),
    ]);
    admin = await newVisitor(browser, app.url);
    const { page } = admin;
    await page.goto('/auth/signIn');
    await submitSignIn(page, app.admin);
    await page.waitForURL('**/upload');
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), receiver?.close()]);
  });

  it('are the webhooks, from the first to the last', async () => {
    const { page } = admin;
    await page.goto('/admin/webhooks');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New webhook' }).waitFor();
    await expectAccessibleEverywhere(page);

    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New webhook' }).click();
    await dialog.getByText('Choose at least one event.').waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'admin-webhooks-new');
    await dialog.getByLabel('Name').fill('Customer relations');
    await dialog.getByLabel('URL').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('Share opened').check();
    await dialog.getByLabel('Account created').check();
    await dialog.getByRole('button', { name: 'New webhook' }).click();
    await page.getByText('Signing secret').first().waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: "I've copied it" }).click();

    await page.getByRole('button', { name: 'Send test: Customer relations' }).click();
    await page.getByRole('row').filter({ hasText: 'HTTP 503' }).first().waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'admin-webhooks', { fullPage: true });
    for (const action of ['Edit', 'Delete']) {
      await page.getByRole('button', { name: `${action}: Customer relations` }).click();
      await dialog.waitFor();
      await expectAccessibleEverywhere(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(admin.problems).toEqual([]);
  });

  it('are the files in which malware was found', async () => {
    const { page } = admin;
    await page.goto('/admin/malware');
    await page.getByText(/The malware scan is off/).waitFor();
    await expectAccessibleEverywhere(page);
    const { id } = await shareFiles(app, new Map([['tools/evil.com', 'evil']]), { name: 'Tools' });
    await quarantineFiles(app, id);
    await page.reload();
    await page.getByText('Eicar-Test-Signature').waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'admin-malware', { fullPage: true });
    for (const action of ['Release', 'Delete']) {
      await page.getByRole('button', { name: `${action}: tools/evil.com` }).click();
      await page.getByRole('dialog').waitFor();
      await expectAccessibleEverywhere(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(admin.problems).toEqual([]);
  });

  it('are the emails that somebody wants', async () => {
    const { page } = admin;
    await page.goto('/account/notifications');
    const [first] = [page.getByRole('switch').first()];
    await first.waitFor();
    const wasOn = await first.isChecked();
    await first.click();
    await expect.poll(() => first.isChecked()).toBe(!wasOn);
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'account-notifications', { fullPage: true });
    expect(admin.problems).toEqual([]);
  });
});
