import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessible,
  expectAccessibleEverywhere,
  hasBrowser,
  launchBrowser,
  linkOn,
  newVisitor,
} from './browser.ts';

const megabyte = 1_000_000;

describe.skipIf(!hasBrowser)('uploads that are interrupted', () => {
  let app: TestApp;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    const env = {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_CHUNK_SIZE: String(megabyte),
    };
    [app, browser, folder] = await Promise.all([
      startApp({ env }),
      launchBrowser(),
      mkdtemp(join(tmpdir(), 'fileshare-web-')),
    ]);
    await writeFile(join(folder, 'film.mp4'), Buffer.alloc(12 * megabyte, 'film'));
    await writeFile(join(folder, 'text.txt'), 'text');
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), rm(folder, { recursive: true, force: true })]);
  });

  async function chooseFiles(page: Page): Promise<void> {
    await page.getByTestId('files-input').setInputFiles([join(folder, 'film.mp4'), join(folder, 'text.txt')]);
    await page.getByText('2 files, 12 MB').waitFor();
  }

  /** Starts an upload on a line that carries about two megabytes a second. */
  async function startSlowly(page: Page) {
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const limit = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await limit(2 * megabyte);
    if (!(await page.getByText('2 files, 12 MB').isVisible())) await chooseFiles(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page
      .getByText(/^[3-9]\d* MB of 12 MB|^[3-9]\.\d MB of 12 MB/)
      .first()
      .waitFor();
    return { speedUp: () => limit(-1) };
  }

  it('shows a stranger that the sender is still uploading, and opens by itself', async () => {
    const sender = await newVisitor(browser, app.url);
    await sender.page.goto('/upload');
    const { speedUp } = await startSlowly(sender.page);
    const link = await linkOn(sender.page);
    const stranger = await newVisitor(browser, app.url);
    await stranger.page.goto(new URL(link).pathname);
    await stranger.page.getByRole('heading', { name: 'The sender is still uploading' }).waitFor();

    await sender.page.getByRole('button', { name: 'Pause' }).click();
    await sender.page.getByRole('button', { name: 'Resume' }).waitFor();
    await expectAccessibleEverywhere(sender.page);
    await expectAccessibleEverywhere(stranger.page);
    await sender.page.getByRole('link', { name: 'Home' }).click();
    await sender.page.getByRole('link', { name: 'New share' }).click();
    await sender.page.getByRole('button', { name: 'Resume' }).click();
    await speedUp();
    await sender.page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    await stranger.page.getByRole('link', { name: 'film.mp4', exact: true }).waitFor();
    expect([...sender.problems, ...stranger.problems]).toEqual([]);
    await Promise.all([sender.context.close(), stranger.context.close()]);
  });

  it('goes on after a reload when the same files are chosen, with what is missing only', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    const { speedUp } = await startSlowly(page);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await speedUp();
    await page.getByText('Your last upload was interrupted').waitFor();
    await page.getByText('film.mp4 · 2 files').waitFor();
    await page.getByText(/[3-9](\.\d)? MB of 12 MB uploaded/).waitFor();
    await expectAccessibleEverywhere(page);

    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent += Number(request.headers()['content-length'] ?? 0);
    });
    await chooseFiles(page);
    await page.getByRole('button', { name: 'Continue upload' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    expect(sent).toBeLessThan(11 * megabyte);
    await page.getByText('2 files uploaded (12 MB)').waitFor();
    await context.close();
  });

  it('goes on after a reload with the link, the message and the password of before', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    await chooseFiles(page);
    await page.getByRole('textbox', { name: 'Message' }).fill('For you alone');
    await page.getByRole('switch', { name: 'Protect with a password' }).check();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('This field is required').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
    await password.fill('open sesame');
    // Another page in between takes nothing away.
    await page.getByRole('link', { name: 'Home' }).click();
    await page.goBack();
    await password.waitFor();
    const { speedUp } = await startSlowly(page);
    const link = await linkOn(page);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await speedUp();

    // The small file is on the server: the other one is enough.
    await page.getByText(/^Choose the same file again/).waitFor();
    await page.getByTestId('files-input').setInputFiles([join(folder, 'film.mp4')]);
    await page.getByRole('heading', { level: 1, name: /^Continue/ }).waitFor();
    await page.getByText('Protected with a password.').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Continue upload' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    expect(await linkOn(page)).toBe(link);
    await page.getByText('2 files uploaded (12 MB)').waitFor();
    await page.goto(new URL(link).pathname);
    await page.getByLabel('Password', { exact: true }).fill('open sesame');
    await page.keyboard.press('Enter');
    await page.getByText('For you alone').waitFor();
    await context.close();
  });

  it('says calmly that the network is gone, and goes on as soon as it is back', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    const { speedUp } = await startSlowly(page);
    await speedUp();
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.focus();
    await context.setOffline(true);
    await page.getByText("You're offline. The upload continues by itself when you're back.").waitFor();
    await page.getByRole('heading', { name: 'Waiting to send' }).waitFor();
    await page.getByText(/MB of 12 MB are safe on the server$/).waitFor();
    expect(await pause.getAttribute('aria-disabled')).toBe('true');
    expect(await pause.evaluate((button) => button === document.activeElement)).toBe(true);
    // Neither pauses now, nor later by itself.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.waitForTimeout(4000);
    expect(await page.getByText(/can't be reached/).count()).toBe(0);
    expect(await page.getByText(/MB\/s|left$/).count()).toBe(0);
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    await context.close();
  });

  it('finishes by itself when the network was away while it was finishing', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.clock.install();
    await page.goto('/upload');
    await chooseFiles(page);
    let attempts = 0;
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('/complete')) attempts += 1;
    });
    const goOffline = async (route: Route) => {
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    };
    await page.route('**/complete', goOffline, { times: 1 });
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText(/^You're offline/).waitFor();
    await expectAccessible(page);
    while (attempts < 7) await page.clock.runFor(1000);
    await page.getByText(/^You're offline/).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    await context.close();
  });

  it('gives an upload up', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    await startSlowly(page);
    const link = await linkOn(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('button', { name: 'Create link' }).waitFor();
    await page.goto(new URL(link).pathname);
    await page.getByRole('heading', { name: /^Share (not found|removed)$/ }).waitFor();
    await context.close();
  });

  it('takes what is dropped anywhere on the page', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/upload');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped'], 'dropped.txt'));
      return transfer;
    });
    await page.dispatchEvent('header', 'dragenter', { dataTransfer: data });
    await page.getByText('Drop to add').waitFor();
    await page.dispatchEvent('[data-testid=drop-target]', 'drop', { dataTransfer: data });
    await page.getByText('dropped.txt').waitFor();
    await page.getByText('1 file added').waitFor({ state: 'attached' });
    await context.close();
  });

  it.each(['/', '/imprint', '/share/nothing'])(
    'leads with files dropped on %s to a new upload',
    async (path) => {
      const { page, problems, context } = await newVisitor(browser, app.url);
      await page.goto(path);
      await page.locator('header').waitFor();
      const data = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['dropped'], 'dropped.txt'));
        return transfer;
      });
      await page.dispatchEvent('header', 'dragenter', { dataTransfer: data });
      await page.getByText('Drop to start a share').waitFor();
      await expectAccessible(page);
      await page.dispatchEvent('[data-testid=drop-target]', 'drop', { dataTransfer: data });
      await page.getByText('dropped.txt').waitFor();
      expect(new URL(page.url()).pathname).toBe('/upload');
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('lets no browser open a file that is dropped where nobody may upload', async () => {
    const closed = await startApp();
    const { page, context } = await newVisitor(browser, closed.url);
    await page.goto('/');
    await page.locator('header').waitFor();
    const isPrevented = await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['dropped'], 'dropped.txt'));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(drop);
      return drop.defaultPrevented;
    });
    expect(isPrevented).toBe(true);
    await context.close();
    await closed.stop();
  });
});
