import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

const pages = [
  { path: '/', code: 'HomePage', by: 'visitor' },
  { path: '/auth/signIn', code: 'SignInPage', by: 'visitor' },
  { path: '/upload', code: 'UploadPage', by: 'administrator' },
  { path: '/admin/config/general', code: 'ConfigPage', by: 'administrator' },
  { path: '/upload/some-token', code: 'ReverseUploadPage', by: 'visitor' },
] as const;

describe.skipIf(!hasBrowser)('a page whose code is on its way', () => {
  let app: TestApp;
  let browser: Browser;
  let visitors: Record<'visitor' | 'administrator', Visitor>;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    visitors = {
      visitor: await newVisitor(browser, app.url),
      administrator: await newVisitor(browser, app.url),
    };
    const { page } = visitors.administrator;
    await page.goto('/auth/signIn');
    await submitSignIn(page, app.admin);
    await page.waitForURL('**/upload');
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it.each(pages)('has its outline already: $path', async ({ path, code, by }) => {
    const { page } = visitors[by];
    let send = () => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(new RegExp(`/${code}-`), async (route) => {
      await sent;
      await route.continue();
    });
    await page.goto(path);
    const outline = page.locator('[data-blank] > [aria-busy=true]').first();
    await outline.waitFor();
    expect((await outline.boundingBox())?.height).toBeGreaterThan(200);
    await keepScreenshots(page, `outline-${code}`);
    send();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.unrouteAll();
  });
});
