import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from './browser.ts';
import { shareFiles } from './share-files.ts';

const description = 'These are all the pictures of the summer, in the order of the days. '.repeat(28).trim();

describe.skipIf(!hasBrowser)('the download of a share', () => {
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    visitor = await newVisitor(browser, app.url);
    page = visitor.page;
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** Whether a button that downloads is on the screen as a whole. */
  const isInReach = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('a[download]')].some((link) => {
        const { top, bottom, height } = link.getBoundingClientRect();
        const isVisible = link.checkVisibility({ visibilityProperty: true });
        return isVisible && height >= 40 && top >= 0 && bottom <= innerHeight && !link.closest('[role=row]');
      }),
    );

  it.each([
    ['many files', ['a.txt', 'b.txt']],
    ['one file', ['a.txt']],
  ])('is in reach below a long message, folded or not: %s', async (name, paths) => {
    const files = new Map(paths.map((path) => [path, 'text']));
    const { id } = await shareFiles(app, files, { name: 'Summer', description });
    await page.goto(`/s/${id}`);
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    await expect.poll(isInReach).toBe(true);
    await keepScreenshots(page, `long-message-${name.replace(' ', '-')}`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(isInReach).toBe(true);
    await keepScreenshots(page, `long-message-${name.replace(' ', '-')}-unfolded`);
    await expectAccessibleEverywhere(page);
    expect(visitor.problems).toEqual([]);
  });

  it('is not covered by messages on a phone', async () => {
    const { id } = await shareFiles(
      app,
      new Map([
        ['a.txt', 'text'],
        ['b.txt', 'text'],
      ]),
    );
    await page.setViewportSize(phone);
    // The message says that the menu cannot be opened.
    await page.route(/\/PopupMenu-/, (route) => route.abort());
    await page.goto(`/s/${id}`);
    const more = page.getByRole('button', { name: 'Actions for a.txt' });
    await more.waitFor();
    await more.click();
    const message = page.getByText(/couldn't be loaded/i);
    await message.waitFor();
    const [text, dock] = await Promise.all([
      message.boundingBox(),
      page.locator('[data-dock] a[download]').boundingBox(),
    ]);
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(dock?.y ?? 0);
    await keepScreenshot(page, 'message-above-dock');
  });
});
