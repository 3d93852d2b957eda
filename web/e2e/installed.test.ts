import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessible,
  hasBrowser,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

const Manifest = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
});

describe.skipIf(!hasBrowser)('the installed page', () => {
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    visitor = await newVisitor(browser, app.url, { serviceWorkers: 'allow' });
    page = visitor.page;
    await page.goto('/auth/signIn');
    await submitSignIn(page, app.admin);
    await page.waitForURL('**/upload');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it('comes with a manifest whose icons are what they say, and with a worker that is always fresh', async () => {
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const { icons } = Manifest.parse(await (await fetch(app.url + address)).json());
    for (const { src, sizes, type } of icons) {
      const response = await fetch(app.url + src);
      expect([response.status, response.headers.get('content-type')], src).toEqual([200, type]);
      const bytes = Buffer.from(await response.arrayBuffer());
      const size = type === 'image/png' ? `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}` : 'any';
      expect(sizes, src).toBe(size);
    }
    const { headers } = await fetch(`${app.url}/sw.js`);
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toContain("worker-src 'self'");
  });

  it('says that the visitor is offline, and comes back', async () => {
    await visitor.context.setOffline(true);
    await page.goto('/account/shares');
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await expectAccessible(page);
    await visitor.context.setOffline(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'My shares' }).waitFor();
    visitor.problems.length = 0;
  });

  it('keeps nothing but the page that says so', async () => {
    expect(await keptAddresses(page)).toEqual(['/offline.html']);
  });

  it('takes files that another app shares, and sends nothing by itself', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      // Signing in again after a navigation sends something, too.
      const isData = /\/api\/(shares|upload)/.test(request.url());
      if (request.method() !== 'GET' && isData) sent.push(request.url());
    });
    await shareWithPage(page);
    await page.getByText('from-the-phone.txt').waitFor();
    await page.waitForURL((url) => url.pathname === '/upload' && url.search === '');
    await page.getByRole('button', { name: 'Create link' }).waitFor();
    expect(sent).toEqual([]);
    expect(visitor.problems).toEqual([]);
    expect(await keptAddresses(page)).toEqual(['/offline.html']);
  });

  it('keeps them while somebody signs in and the browser stops the worker', async () => {
    const stranger = await newVisitor(browser, app.url, { serviceWorkers: 'allow' });
    await stranger.page.goto('/auth/signIn');
    await stranger.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await shareWithPage(stranger.page);
    await stranger.page.getByLabel('Email or username').waitFor();
    const line = await stranger.context.newCDPSession(stranger.page);
    await line.send('ServiceWorker.enable');
    await line.send('ServiceWorker.stopAllWorkers');
    await submitSignIn(stranger.page, app.admin);
    await stranger.page.getByText('from-the-phone.txt').waitFor();
    expect(await keptAddresses(stranger.page)).toEqual(['/offline.html']);
    await stranger.context.close();
  });

  it('forgets them after a day', async () => {
    await page.evaluate(async () => {
      const kept = await caches.open('shared-files');
      const yesterday = String(Date.now() - 25 * 60 * 60 * 1000);
      await kept.put('/shared-files/0', new Response('old', { headers: { 'x-kept': yesterday } }));
    });
    await page.goto('/upload');
    await expect.poll(() => keptAddresses(page)).toEqual(['/offline.html']);
  });
});

/** As the list of apps of a phone does. */
async function shareWithPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form');
    form.method = 'post';
    form.enctype = 'multipart/form-data';
    form.action = '/upload';
    const input = document.createElement('input');
    input.type = 'file';
    input.name = 'files';
    const files = new DataTransfer();
    files.items.add(new File(['hello'], 'from-the-phone.txt', { type: 'text/plain' }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  });
}

function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
}
