import { EventEmitter } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { desktop, expectAccessible, hasBrowser, launchBrowser, newVisitor, phone } from './browser.ts';
import { shareFiles } from './share-files.ts';

const early = '[data-early-dock]';
const final = '[data-dock]';

type EarlyWindow = typeof window & { earlyAnswers: Readonly<Record<string, Promise<unknown>>> };

const many = new Map([
  ['One.txt', 'All is well.'],
  ['Two.txt', 'All is well.'],
]);

/** Until the page's own code is there, which the tests hold back. */
describe.skipIf(!hasBrowser)('the download of a share on a phone', () => {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  async function visit(path: string, options: Parameters<typeof newVisitor>[2] = {}) {
    const visitor = await newVisitor(browser, app.url, { viewport: phone, locale: 'de-AT', ...options });
    const arrival = new EventEmitter();
    await visitor.page.route('**/assets/index-*.js', (route) => {
      arrival.once('code', () => void route.continue());
    });
    const answered = visitor.page.waitForResponse((response) => response.url().includes('/api/shares/'));
    await visitor.page.goto(path, { waitUntil: 'commit' });
    await answered;
    return { ...visitor, arrive: () => arrival.emit('code') };
  }

  it.each([
    ['all files', 'light', many, 'Alle herunterladen 24 Byte', 'Holiday.zip'],
    ['one file', 'dark', new Map([['Plan.txt', 'All is well.']]), 'Herunterladen 12 Byte', 'Plan.txt'],
  ] as const)('of %s works at once, and looks the same when the page is there', async (...row) => {
    const [, colorScheme, files, text, name] = row;
    const { id } = await shareFiles(app, files, { name: 'Holiday' });
    const { context, page, problems, arrive } = await visit(`/share/${id}`, { colorScheme });
    const link = page.locator(`${early} a`);
    await link.waitFor();
    expect((await link.innerText()).replaceAll(/\s+/g, ' ')).toBe(text);
    await expectAccessible(page);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(name);
    await link.focus();
    const before = await readLook(page, early);
    arrive();
    await page.locator(`${final} a`).waitFor();
    expect(await page.locator(early).count()).toBe(0);
    expect(await readLook(page, final)).toEqual(before);
    // Who has reached the download by the keyboard stays there.
    expect(await page.evaluate((dock) => document.activeElement?.matches(`${dock} a`), final)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is left to the page on a desktop, behind a password, and where archives are compressed', async () => {
    const { id } = await shareFiles(app, many);
    const { id: locked } = await shareFiles(app, many, { password: 'correct horse' });
    const client = createClient({ baseUrl: app.url });
    await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
    expect(await countEarly(`/share/${id}`, { viewport: desktop })).toBe(0);
    expect(await countEarly(`/share/${locked}`)).toBe(0);
    await client.configs.update({ body: [{ key: 'share.zipCompressionLevel', value: '6' }] });
    expect(await countEarly(`/share/${id}`)).toBe(0);
    await client.configs.update({ body: [{ key: 'share.zipCompressionLevel', value: '0' }] });
    expect(await countEarly(`/share/${id}`)).toBe(1);
  });

  async function countEarly(path: string, options: Parameters<typeof newVisitor>[2] = {}): Promise<number> {
    const { context, page } = await visit(path, options);
    await page.waitForFunction(() => 'earlyAnswers' in window);
    await page.evaluate(() => Promise.all(Object.values((window as EarlyWindow).earlyAnswers)));
    const count = await page.locator(early).count();
    await context.close();
    return count;
  }
});

const text = ['color', 'font-size', 'font-weight', 'letter-spacing', 'line-height'] as const;
const compared: readonly (readonly string[])[] = [
  ['background-color', 'border-top-color', 'border-top-width'],
  ['background-color', 'border-radius', ...text],
  ['stroke', 'stroke-width'],
  ['border-inline-start-color', 'border-inline-start-width', 'font-variant-numeric', ...text],
];

/** Where the dock, its link and what is in it are, and how they look. */
async function readLook(page: Page, dock: string) {
  await page.mouse.move(0, 0);
  return page.evaluate(
    ({ dock, compared }) => {
      const bar = document.querySelector(dock);
      const link = bar?.querySelector('a');
      const elements = [bar, link, link?.querySelector('svg'), link?.lastElementChild];
      return elements.map((element, index) => {
        if (!element) return null;
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height, ...(compared[index] ?? []).map((name) => style.getPropertyValue(name))];
      });
    },
    { dock, compared },
  );
}
