import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor } from './browser.ts';
import { shareFiles } from './share-files.ts';

describe.skipIf(!hasBrowser)('files that are dropped on the page', () => {
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

  const draggedFile = (page: Page) =>
    page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped'], 'dropped.txt'));
      return transfer;
    });

  it('are kept until the code that takes them is there', async () => {
    const { context, page, problems } = await newVisitor(browser, app.url);
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(/\/DropSheet-/, async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto('/');
    await page.locator('header').waitFor();
    const dataTransfer = await draggedFile(page);
    const asked = page.waitForRequest(/\/DropSheet-/);
    await page.dispatchEvent('header', 'dragenter', { dataTransfer });
    await asked;
    await page.dispatchEvent('header', 'drop', { dataTransfer });
    send();
    await page.getByText('dropped.txt').waitFor();
    expect(new URL(page.url()).pathname).toBe('/upload');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are taken with a photo open as well', async () => {
    const { id } = await shareFiles(
      app,
      new Map([
        ['a.txt', 'a'],
        ['b.txt', 'b'],
      ]),
    );
    const { context, page, problems } = await newVisitor(browser, app.url);
    await page.goto(`/share/${id}`);
    await page.getByRole('link', { name: 'a.txt', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    const dataTransfer = await draggedFile(page);
    await page.dispatchEvent('[role=dialog]', 'dragenter', { dataTransfer });
    await page.getByText('Drop to start a share').waitFor();
    const middle = await page.evaluateHandle(
      () => document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body,
    );
    await middle.asElement()?.dispatchEvent('drop', { dataTransfer });
    await page.getByText('dropped.txt').waitFor();
    expect(new URL(page.url()).pathname).toBe('/upload');
    expect(problems).toEqual([]);
    await context.close();
  });
});
