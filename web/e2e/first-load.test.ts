import { gzipSync } from 'node:zlib';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFirstLoad } from '../../bin/dev/first-load.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor, submitSignIn } from './browser.ts';
import { shareFiles } from './share-files.ts';

/** Bytes of all scripts, compressed. */
const most = 180_000;

describe.skipIf(!hasBrowser)('the first visit to a share', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it('takes few requests, little code and no other host', async () => {
    const { id } = await shareFiles(app, new Map([['Report.txt', 'All is well.']]));
    const { context, page } = await newVisitor(browser, app.url);
    const messages = watchConsole(page);
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(`/share/${id}`);
    await page
      .getByRole('link', { name: /^Download/ })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([app.url]));
    expect(requests.length).toBeLessThanOrEqual(25);
    // The font of one script: names of languages are not drawn with it.
    expect(requests.filter((request) => request.resourceType() === 'font')).toHaveLength(1);
    const sources = await readScripts(requests);
    expect(weigh(sources)).toBeLessThanOrEqual(most);
    // The budgets of the pages are counted from the build manifest: it must name what the browser requests.
    const { everyPage, pages } = readFirstLoad();
    const named = [...everyPage, ...(pages['share'] ?? [])].map(({ file }) => file);
    const paths = requests.map((request) => new URL(request.url()).pathname.slice(1));
    expect(paths).toEqual(expect.arrayContaining(named.filter((file) => file !== 'index.html')));
    // The visitor's forms, if any, load the schemas that they check.
    expect(sources.some((source) => source.includes('ZodMiniObject'))).toBe(false);
    expect(messages).toEqual([]);
    await context.close();
  });

  it.each(['txt', 'png'])(
    'needs little code for many .%s files, and moves nothing while they are listed',
    async (ending) => {
      const files = Array.from(
        { length: 40 },
        (_, index) => [`note-${index}.${ending}`, 'All is well.'] as const,
      );
      const { id } = await shareFiles(app, new Map(files));
      const { context, page } = await newVisitor(browser, app.url);
      const requests: Request[] = [];
      page.on('request', (request) => requests.push(request));
      await page.addInitScript(sumLayoutShifts);
      await page.goto(`/share/${id}`);
      await page
        .getByRole('link', { name: `note-0.${ending}` })
        .first()
        .waitFor();
      await page.waitForLoadState('networkidle');
      expect(
        await page.evaluate(() => Number(document.documentElement.dataset['layoutShift'] ?? 0)),
      ).toBeLessThan(0.05);
      expect(weigh(await readScripts(requests))).toBeLessThanOrEqual(most);
      await context.close();
    },
  );

  it('prints nothing to the console, and neither do the other main screens', async () => {
    const { context, page } = await newVisitor(browser, app.url);
    const messages = watchConsole(page);
    await page.goto('/');
    await page.goto('/auth/signIn');
    await submitSignIn(page, app.admin);
    await page.waitForURL((address) => !address.pathname.startsWith('/auth'));
    for (const path of ['/upload', '/account/shares', '/account/reverseShares', '/account', '/admin']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    expect(messages).toEqual([]);
    await context.close();
  });
});

async function readScripts(requests: readonly Request[]): Promise<string[]> {
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  return Promise.all(scripts.map(async (request) => (await (await request.response())?.text()) ?? ''));
}

function weigh(sources: readonly string[]): number {
  return sources.reduce((sum, source) => sum + gzipSync(source).length, 0);
}

/** Runs in the page, before its own scripts. */
function sumLayoutShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) sum += 'value' in shift ? Number(shift.value) : 0;
    document.documentElement.dataset['layoutShift'] = String(sum);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Everything, also the answers of 400 and above that Chromium reports. */
function watchConsole(page: Page): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!message.text().includes('blocked by Playwright'))
      messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(error.message));
  return messages;
}
