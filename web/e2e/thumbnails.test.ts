import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { findViolations } from '../../daemon/testing/check-invariants.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessible,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  linkOn,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';
import { makePdf, recordFilm } from './sample-media.ts';

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

describe.skipIf(!hasBrowser)('thumbnails of what the server cannot draw', () => {
  let app: TestApp;
  let browser: Browser;
  let sender: Visitor;
  let film: Chosen;
  const itinerary = { name: 'Itinerary.pdf', mimeType: 'application/pdf', buffer: makePdf(3) };
  const broken = { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('this is no film') };
  const empty = { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) };

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    sender = await newVisitor(browser, app.url);
    const { page } = sender;
    await page.goto('/auth/signIn?from=%2Fupload');
    await submitSignIn(page, app.admin);
    await page.waitForURL('**/upload');
    film = { name: 'Boat trip.webm', mimeType: 'video/webm', buffer: await recordFilm(page) };
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** Resolves when the page has sent the thumbnails of these files. */
  const sent = (page: Page, names: readonly string[]) =>
    Promise.all(
      names.map((name) =>
        page.waitForResponse((response) => {
          const url = new URL(response.url());
          const isOurs = url.pathname.endsWith('/thumbnail') && url.searchParams.get('path') === name;
          return isOurs && response.request().method() === 'PUT' && response.ok();
        }),
      ),
    );

  /** Shares these files by the page; returns the address of the share. */
  async function share(name: string, files: readonly Chosen[], drawn: readonly string[]): Promise<string> {
    const { page } = sender;
    await page.goto('/upload');
    await page.getByTestId('files-input').setInputFiles([...files]);
    await page.getByLabel('Name').fill(name);
    const thumbnails = sent(page, drawn);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    await thumbnails;
    return new URL(await linkOn(page)).pathname;
  }

  /** Whether a picture was loaded, and is more than one colour. */
  const showsSomething = (image: Locator) =>
    image.evaluate(async (element: HTMLImageElement) => {
      element.loading = 'eager';
      await element.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 32;
      const context = canvas.getContext('2d');
      context?.drawImage(element, 0, 0, 32, 32);
      const pixels = context?.getImageData(0, 0, 32, 32).data ?? [];
      return new Set(Array.from({ length: 1024 }, (_, at) => pixels[4 * at])).size > 1;
    });

  it('are made while the files are uploaded, and shown wherever files are', async () => {
    const before = await app.app.core.uow.read.statistics.storedBytes();
    const files = [film, itinerary, broken, empty];
    const address = await share('Summer in Porto', files, [film.name, itinerary.name]);
    const bytes = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
    // The thumbnails count as stored, and every invariant of the doctor holds.
    expect(await app.app.core.uow.read.statistics.storedBytes()).toBeGreaterThan(before + bytes);
    expect(await findViolations(app.app)).toEqual([]);
    const { context, page, problems } = await newVisitor(browser, app.url);
    await page.goto(address);
    for (const { name } of [film, itinerary]) {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
      expect(await showsSomething(row.locator('img'))).toBe(true);
    }
    for (const { name } of [broken, empty]) {
      const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
      expect(await row.locator('img').count()).toBe(0);
    }
    // In the rows and as prints.
    expect(await page.locator('main img[src*="/thumbnail/small"]').count()).toBeGreaterThanOrEqual(4);
    await expectAccessible(page);
    await keepScreenshots(page, 'thumbnails-share');
    expect(problems).toEqual([]);
    await context.close();
    await sender.page.goto('/account/shares');
    const stack = sender.page.getByRole('row').filter({ hasText: 'Summer in Porto' });
    expect(await showsSomething(stack.locator('img').first())).toBe(true);
    expect(await stack.locator('img').count()).toBe(2);
    await keepScreenshots(sender.page, 'thumbnails-my-shares');
  });

  it('are the poster of a single film, and the first page of a single document until it is there', async () => {
    const filmAddress = await share('The boat', [film], [film.name]);
    const pageAddress = await share('The plan', [itinerary], [itinerary.name]);
    const { context, page, problems } = await newVisitor(browser, app.url);
    await page.goto(filmAddress);
    const poster = await page.locator('video').getAttribute('poster');
    expect(poster).toMatch(/\/thumbnail\/large$/);
    expect((await page.request.get(poster ?? '')).headers()['content-type']).toBe('image/webp');
    await keepScreenshots(page, 'thumbnails-film');
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('**/files/*?disposition=inline', async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto(pageAddress);
    expect(await showsSomething(page.locator('img[src*="/thumbnail/large"]'))).toBe(true);
    await keepScreenshots(page, 'thumbnails-document');
    open();
    await page.getByRole('list', { name: 'Pages' }).locator('canvas').first().waitFor();
    await page.locator('img[src*="/thumbnail/large"]').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await context.close();
  });

  it('are sent by whoever answers a reverse share, and with files that are added later', async () => {
    const client = createClient({ baseUrl: app.url });
    await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
    const { url } = await client.reverseShares.create({ body: { name: 'Wedding' } });
    const other = await newVisitor(browser, app.url);
    await other.page.goto(new URL(url).pathname);
    await other.page.getByTestId('files-input').setInputFiles(film);
    const received = sent(other.page, [film.name]);
    await other.page.getByRole('button', { name: 'Send files' }).click();
    await other.page.getByRole('heading', { name: 'Sent to admin' }).waitFor();
    await received;
    expect(other.problems).toEqual([]);
    await other.context.close();

    await share('Growing', [film], [film.name]);
    const { page } = sender;
    await page.goto('/account/shares');
    await page.getByRole('link', { name: 'Growing', exact: true }).click();
    await page.getByTestId('files-input').setInputFiles(itinerary);
    const added = sent(page, [itinerary.name]);
    await page.getByRole('button', { name: 'Add 1 file' }).click();
    await added;
    expect(await findViolations(app.app)).toEqual([]);
    expect(sender.problems).toEqual([]);
  });
});
