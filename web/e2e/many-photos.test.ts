import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, keepScreenshot, launchBrowser, newVisitor, phone } from './browser.ts';
import { shareFiles } from './share-files.ts';

const photoCount = 300;
const megabyte = 1_000_000;

describe.skipIf(!hasBrowser)('a share of many photos', () => {
  let app: TestApp;
  let browser: Browser;
  let address: string;
  let originals = 0;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    const photos = await Promise.all(Array.from({ length: 12 }, (_, number) => takePhoto(number)));
    const files = new Map<string, Buffer>();
    for (let number = 0; number < photoCount; number += 1) {
      const photo = photos[number % photos.length] ?? Buffer.alloc(0);
      files.set(`IMG_${String(number).padStart(4, '0')}.jpg`, photo);
      originals += photo.length;
    }
    const { id } = await shareFiles(app, files, { name: 'Summer in Porto' });
    address = `/share/${id}`;
    // The job makes them as fast as it can; on a busy machine that takes a while.
    await app.app.jobs.run('files.make-thumbnails');
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** Bytes that the page loads with everything on the screen, before anybody scrolls. */
  async function countBytes(options: BrowserContextOptions, name: string): Promise<number> {
    const { context, page, problems } = await newVisitor(browser, app.url, options);
    const received = await watchBytes(page);
    await page.goto(address);
    await page.getByRole('list', { name: 'Files' }).locator('img').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => blankPictures(page)).toBe(0);
    const bytes = received();
    await keepScreenshot(page, name);
    expect(problems).toEqual([]);
    await context.close();
    return bytes;
  }

  it.each([
    ['desktop', { viewport: { width: 1440, height: 900 } }],
    ['large screen', { viewport: { width: 2560, height: 1440 } }],
    ['phone', { viewport: phone, deviceScaleFactor: 3, isMobile: true, hasTouch: true }],
  ])('loads less than 3 MB before somebody scrolls: %s', async (name, options) => {
    expect(originals).toBeGreaterThan(10 * megabyte);
    expect(await countBytes(options, `many-photos-${name}`)).toBeLessThan(3 * megabyte);
  });
});

/** Bytes of all answers with their headers, as they come over the network. */
async function watchBytes(page: Page): Promise<() => number> {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Pictures on the screen that have not been loaded. */
function blankPictures(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.images].filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight && !(image.complete && image.naturalWidth > 0);
      }).length,
  );
}

/** As much detail as a photo has: noise of several sizes, in colour. It is small, because each is drawn. */
async function takePhoto(number: number): Promise<Buffer> {
  const [width, height] = number % 4 === 1 ? [540, 720] : [720, 480];
  const layer = (columns: number, rows: number) =>
    sharp(randomBytes(columns * rows * 3), { raw: { width: columns, height: rows, channels: 3 } })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .png({ compressionLevel: 1 })
      .toBuffer();
  const [rough, fine] = await Promise.all([layer(9, 6), layer(300, 200)]);
  return sharp(rough)
    .composite([{ input: fine, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
