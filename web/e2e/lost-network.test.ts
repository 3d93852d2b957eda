import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { desktop, hasBrowser, launchBrowser, newVisitor, phone } from './browser.ts';
import { shareFiles } from './share-files.ts';

describe.skipIf(!hasBrowser)('while the network is cut', () => {
  let app: TestApp;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    const env = {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '1000000',
    };
    [app, browser, folder] = await Promise.all([
      startApp({ env }),
      launchBrowser(),
      mkdtemp(join(tmpdir(), 'fileshare-web-')),
    ]);
    await writeFile(join(folder, 'film.mp4'), Buffer.alloc(8_000_000, 'film'));
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), rm(folder, { recursive: true, force: true })]);
  });

  const offline = (page: Page) => page.getByText('You are offline').first();

  /** Loads nothing ahead, whatever the time: the menu has not been opened yet. */
  const keepMenusOut = (page: Page) => page.route('**/PopupMenu-*.js', (route) => route.abort());

  it('a menu of the header leaves a running upload as it is, and opens later', async () => {
    const { context, page } = await newVisitor(browser, app.url, { viewport: phone });
    await keepMenusOut(page);
    await page.goto('/upload');
    await page.getByTestId('files-input').setInputFiles(join(folder, 'film.mp4'));
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 1_000_000,
    });
    await page.getByRole('button', { name: 'Create link' }).click();
    await page
      .getByText(/^[1-9]\.?\d* MB of 8 MB/)
      .first()
      .waitFor();
    await line.detach();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await offline(page).waitFor();
    expect(await page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(true);

    await page.unroute('**/PopupMenu-*.js');
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Home' }).waitFor();
    await context.close();
  });

  it('a share keeps its list, and opens a preview once the network is back', async () => {
    const { id } = await shareFiles(
      app,
      new Map([
        ['first.txt', 'All is well.'],
        ['second.txt', 'All is well.'],
      ]),
    );
    const { context, page } = await newVisitor(browser, app.url, { viewport: desktop });
    await keepMenusOut(page);
    await page.goto(`/share/${id}`);
    const file = page.getByRole('link', { name: 'first.txt', exact: true });
    await file.waitFor();
    await context.setOffline(true);
    await file.click();
    await offline(page).waitFor();
    await page.getByRole('button', { name: 'Actions for second.txt' }).click();
    expect(await file.isVisible()).toBe(true);

    await page.unroute('**/PopupMenu-*.js');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Actions for second.txt' }).click();
    await page.keyboard.press('Escape');
    await file.click();
    await page.getByRole('dialog', { name: 'first.txt' }).getByText('All is well.').waitFor();
    await context.close();
  });

  it('a page that cannot be loaded says so, and is there once the network is back', async () => {
    const { context, page } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await offline(page).waitFor();
    await page.getByRole('link', { name: 'New share' }).first().click();
    await page.getByTestId('files-input').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Sign in' }).click();
    await offline(page).waitFor();
    await context.setOffline(false);
    await page.getByLabel('Email or username').waitFor();
    await context.close();
  });
});
