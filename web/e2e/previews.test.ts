import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  desktop,
  expectAccessible,
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from './browser.ts';
import { drawPicture, makePdf, makeTone, recordFilm } from './sample-media.ts';
import { shareFiles } from './share-files.ts';

const markdown = `# Packing list

Three days by the *river*, and one on the **boat**. See [the map](https://example.org/map).

- [x] tickets
- [ ] sunscreen

| Day | Where |
| --- | --- |
| Friday | Ribeira |
| Saturday | the boat |

> Bring something warm.
`;

const source = `// How many days are left.
export function daysUntil(start: Date, now = new Date()): number {
  const day = 24 * 60 * 60 * 1000;
  return Math.ceil((start.getTime() - now.getTime()) / day);
}
`;

describe.skipIf(!hasBrowser)('files looked at in place', () => {
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let address: string;
  let shareId: string;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    visitor = await newVisitor(browser, app.url);
    ({ page } = visitor);
    await page.goto('/');
    const files = new Map<string, Buffer | string>([
      ['Boat trip.webm', await recordFilm(page)],
      ['Itinerary.pdf', makePdf(40)],
      ['Packing list.md', markdown],
      ['Tickets.zip', Buffer.from('PK')],
      ['bells.wav', makeTone()],
      ['days.ts', source],
      ['Costs.csv', 'what,price\nboat,40\n'],
      ['notes.txt', Buffer.from('Caf\u00e9 at the corner', 'latin1')],
      ['long.txt', 'All work and no play makes a long text.\n'.repeat(40_000)],
      ['broken.png', 'this is no picture'],
    ]);
    for (let number = 1; number <= 12; number += 1) {
      files.set(`Pictures/IMG_${1000 + number}.jpg`, await drawPicture(page, number));
    }
    const share = await shareFiles(app, files, {
      name: 'Summer in Porto',
      description: 'Hi all, here are the pictures.\nThe boat trip is in the video.',
    });
    shareId = share.id;
    address = `/share/${share.id}`;
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const dialog = () => page.getByRole('dialog');
  const open = (name: string) => page.getByRole('link', { name, exact: true }).click();

  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  }

  it('lists what there is', async () => {
    await page.goto(address);
    await page.getByRole('link', { name: 'Boat trip.webm', exact: true }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'share');
  });

  it('draws a PDF page by page, with its text', async () => {
    await open('Itinerary.pdf');
    await dialog().getByText('Itinerary, page 1', { exact: true }).waitFor();
    expect(await dialog().getByRole('listitem').count()).toBe(40);
    expect(await dialog().locator('canvas').count()).toBeLessThan(6);
    await expect.poll(() => isInked(page)).toBe(true);
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-pdf');
    await dialog().getByLabel('Page 30 of 40').scrollIntoViewIfNeeded();
    await dialog().getByText('Itinerary, page 30', { exact: true }).waitFor();
    await close();
  });

  it('enlarges a PDF, and not the page, with two fingers', async () => {
    const phoned = await newVisitor(browser, app.url, { viewport: phone, hasTouch: true, isMobile: true });
    await phoned.page.goto(`${address}?file=Itinerary.pdf`);
    const canvas = phoned.page.getByRole('dialog').locator('canvas').first();
    const widths = () =>
      canvas.evaluate((element: HTMLCanvasElement) => [element.width, element.getBoundingClientRect().width]);
    await canvas.waitFor();
    const [, fitted = 0] = await widths();
    const finger = await newFinger(phoned.page);
    await finger.pinch([180, 300], 20, 40);
    // Drawn again in the size that it has now.
    await expect.poll(widths).toEqual([2 * fitted, 2 * fitted]);
    expect(await phoned.page.evaluate(() => window.visualViewport?.scale)).toBe(1);
    await finger.tap([180, 300]);
    await finger.tap([180, 300]);
    await expect.poll(widths).toEqual([fitted, fitted]);
    expect(phoned.problems).toEqual([]);
    await phoned.context.close();
  });

  it('shows Markdown as a page, source code in colours, text in whatever encoding', async () => {
    await open('Packing list.md');
    await dialog().getByRole('heading', { name: 'Packing list', exact: true }).waitFor();
    expect(await dialog().getByRole('link', { name: 'the map' }).getAttribute('rel')).toContain('noopener');
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-markdown');
    await close();

    await open('days.ts');
    await dialog().locator('.hljs-keyword', { hasText: 'export' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-code');
    await close();

    await open('notes.txt');
    await dialog().getByText('Café at the corner').waitFor();
    await expectAccessibleEverywhere(page);
    await close();

    await open('long.txt');
    await dialog().getByText('Showing the first 1 MB of 1.6 MB.').waitFor();
    // Once only: each of so many lines is looked at.
    await expectAccessible(page);
    await keepScreenshot(page, 'preview-text');
    await close();
  });

  it('plays films and sounds, and reaches any moment', async () => {
    await open('Boat trip.webm');
    const film = dialog().locator('video');
    await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(640);
    await film.evaluate((element: HTMLVideoElement) => {
      element.pause();
      element.currentTime = 0.5;
    });
    await expect
      .poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeCloseTo(0.5, 1);
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-video');
    await close();

    await open('bells.wav');
    const sound = dialog().locator('audio');
    await expect.poll(() => sound.evaluate((element: HTMLAudioElement) => element.duration)).toBe(1);
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-audio');
    await close();
  });

  it('says what it cannot show, and offers the download', async () => {
    await open('broken.png');
    await dialog().getByText('Preview not supported').waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-unsupported');
    await close();
    await page.goto(`${address}?file=Tickets.zip`);
    await dialog().getByText('Preview not supported').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('link', { name: 'Download 2 bytes' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Tickets.zip');
    await close();
    expect(new URL(page.url()).search).toBe('');
  });

  it('shows pictures as a gallery, and walks through them by keyboard', async () => {
    await open('Pictures');
    const tiles = page.getByRole('listitem').locator('img');
    await expect.poll(() => tiles.count()).toBe(12);
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'share-gallery');

    await page.getByRole('link', { name: 'IMG_1001.jpg' }).press('Enter');
    await dialog().getByRole('status').filter({ hasText: 'IMG_1001.jpg, 1 of 12' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await dialog().getByRole('status').filter({ hasText: 'IMG_1002.jpg, 2 of 12' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog().getByRole('status').filter({ hasText: 'IMG_1003.jpg, 3 of 12' }).waitFor();
    expect(new URL(page.url()).searchParams.get('file')).toBe('Pictures/IMG_1003.jpg');
    await dialog().getByRole('img', { name: 'IMG_1003.jpg' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview');
    await dialog().getByRole('button', { name: 'View full size' }).click();
    await dialog().getByRole('button', { name: 'Fit to screen' }).click();
    await dialog().getByRole('button', { name: 'Next file' }).click();
    await dialog().getByRole('status').filter({ hasText: 'IMG_1004.jpg, 4 of 12' }).waitFor();
    for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    await close();
    // Not where it was opened, but what was shown last
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('IMG_1004.jpg');
    expect(new URL(page.url()).searchParams.get('folder')).toBe('Pictures');
  });

  it('tells the checksum of a file and its direct link', async () => {
    await page.goto(`${address}?file=days.ts`);
    await dialog().getByRole('button', { name: 'Details' }).click();
    await dialog().getByText(`${app.url}/d/${shareId}/days.ts`).waitFor();
    await dialog()
      .getByText(/^[0-9a-f]{64}$/)
      .waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'preview-details');
    await close();
  });

  it('moves the picture from its tile into the preview and back, where motion is wanted', async () => {
    const moved = await newVisitor(browser, app.url, { reducedMotion: 'no-preference' });
    await moved.page.addInitScript(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        const transition = start(change);
        void transition.ready.then(() => {
          // What the browser draws of the picture: the old and the new one, if it knows both.
          const drawn = document
            .getAnimations()
            .flatMap(({ effect }) =>
              effect instanceof KeyframeEffect && effect.pseudoElement?.includes('(shown-picture)')
                ? [effect.pseudoElement.replaceAll(/.*-(\w+)\(.*/g, '$1')]
                : [],
            );
          document.title = [...new Set(drawn)].toSorted().join(' ');
        });
        return transition;
      };
    });
    await moved.page.goto(`${address}?folder=Pictures`);
    const tile = moved.page.getByRole('link', { name: 'IMG_1001.jpg' });
    await tile.waitFor();
    const preview = moved.page.getByRole('dialog');
    // The first time the code of the preview may come too late for it.
    await tile.click();
    await preview.getByRole('button', { name: 'Close' }).click();
    await preview.waitFor({ state: 'detached' });
    for (const change of [() => tile.click(), () => preview.getByRole('button', { name: 'Close' }).click()]) {
      await moved.page.evaluate(() => void (document.title = ''));
      await change();
      await moved.page.waitForFunction(() => document.title === 'group new old');
    }
    expect(moved.problems).toEqual([]);
    await moved.context.close();
  });

  it('fits a phone when a picture is opened by its address', async () => {
    const size = { width: 390, height: 844 };
    const phoned = await newVisitor(browser, app.url, { viewport: size, hasTouch: true, isMobile: true });
    await phoned.page.goto(`${address}?folder=Pictures&file=Pictures/IMG_1003.jpg`);
    const picture = phoned.page.getByRole('dialog').getByRole('img', { name: 'IMG_1003.jpg' });
    await picture.waitFor();
    expect(await phoned.page.evaluate(() => window.innerWidth)).toBe(size.width);
    const box = await picture.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(size.width);
    await phoned.page.getByRole('dialog').getByRole('button', { name: 'IMG_1004.jpg' }).tap();
    await phoned.page.getByRole('dialog').getByRole('img', { name: 'IMG_1004.jpg' }).waitFor();
    await phoned.context.close();
  });

  it('remembers list or gallery', async () => {
    await page.goto(`${address}?folder=Pictures`);
    await page.getByRole('button', { name: 'List' }).click();
    await page.reload();
    await page.getByRole('table', { name: 'Files' }).waitFor();
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.getByRole('list', { name: 'Files' }).waitFor();
  });

  it('finds files in all folders, and downloads some of them', async () => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Search files' }).click();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('img 1004');
    await page.getByText('1 file found').waitFor();
    await page.getByRole('searchbox', { name: 'Search files' }).fill('');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Pictures' }).check();
    await page.getByRole('checkbox', { name: 'Select notes.txt' }).check();
    await page.getByText(/^13 files selected/).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'share-selection');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Summer in Porto (selection).zip');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'notes.txt', exact: true }).waitFor();
  });

  it('goes back and forth with a finger', async () => {
    await page.setViewportSize(phone);
    await page.goto(`${address}?folder=Pictures&file=${encodeURIComponent('Pictures/IMG_1002.jpg')}`);
    await expect
      .poll(() =>
        dialog()
          .getByRole('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(1600);
    await keepScreenshot(page, 'preview-phone');
    await dialog()
      .getByRole('region', { name: 'Preview' })
      .evaluate((element) => {
        const touch = (clientX: number) =>
          new Touch({ identifier: 1, target: element, clientX, clientY: 300 });
        const init = { bubbles: true };
        element.dispatchEvent(new TouchEvent('touchstart', { ...init, touches: [touch(300)] }));
        element.dispatchEvent(new TouchEvent('touchend', { ...init, changedTouches: [touch(80)] }));
      });
    await dialog().getByRole('status').filter({ hasText: 'IMG_1003.jpg, 3 of 12' }).waitFor();
    await close();
    await keepScreenshot(page, 'share-phone');
    await page.setViewportSize(desktop);
  });

  it('swipes over every kind of file, and never back in the history', async () => {
    const phoned = await newVisitor(browser, app.url, { viewport: phone, hasTouch: true, isMobile: true });
    const preview = phoned.page.getByRole('dialog');
    const finger = await newFinger(phoned.page);
    const middle = phone.height / 2;
    for (const name of ['Costs.csv', 'Boat trip.webm', 'Itinerary.pdf', 'days.ts', 'notes.txt']) {
      await phoned.page.goto(address);
      await phoned.page.getByRole('link', { name, exact: true }).tap();
      const status = preview.getByRole('status').filter({ hasText: `${name}, ` });
      await status.waitFor();
      await preview.locator('pre, video, canvas').first().waitFor();
      const text = await status.textContent();
      await finger.move([60, middle], [300, middle + 20]);
      await expect.poll(() => preview.getByRole('status').first().textContent()).not.toBe(text);
    }
    expect(phoned.problems).toEqual([]);
    await phoned.context.close();
  });

  it('does not start a film by itself', async () => {
    await page.goto(`${address}?file=${encodeURIComponent('Boat trip.webm')}`);
    const film = dialog().locator('video');
    await expect
      .poll(() => film.evaluate((element: HTMLVideoElement) => element.readyState))
      .toBeGreaterThan(0);
    expect(await film.evaluate((element: HTMLVideoElement) => element.autoplay)).toBe(false);
    await close();
  });

  it('closes a photo that is pulled down, and returns to where that one is', async () => {
    const phoned = await newVisitor(browser, app.url, { viewport: phone, hasTouch: true, isMobile: true });
    const preview = phoned.page.getByRole('dialog');
    const finger = await newFinger(phoned.page);
    const link = (number: number) =>
      phoned.page.getByRole('link', { name: `photo-${number}.gif`, exact: true });
    const { id } = await shareFiles(app, manyPhotos());
    for (const view of ['Gallery', 'List']) {
      await phoned.page.goto(`/share/${id}`);
      await phoned.page.getByRole('button', { name: view }).tap();
      await link(100).tap();
      await preview.waitFor();
      for (const number of [115, 130]) {
        await preview.getByRole('button', { name: `photo-${number}.gif` }).click();
        await preview
          .getByRole('status')
          .filter({ hasText: `photo-${number}.gif` })
          .waitFor();
      }
      if (view === 'Gallery') await finger.move([180, 250], [190, 400]);
      else await phoned.page.goBack();
      await preview.waitFor({ state: 'detached' });
      await expect
        .poll(() => phoned.page.evaluate(() => document.activeElement?.textContent))
        .toBe('photo-130.gif');
      await expect.poll(() => isOnScreen(link(130))).toBe(true);
    }
    expect(phoned.problems).toEqual([]);
    await phoned.context.close();
  });

  it('causes no trouble', () => {
    expect(visitor.problems).toEqual([]);
  });
});

/** Whether the first page of the PDF shows anything but paper. */
function isInked(page: Page): Promise<boolean> {
  return page
    .locator('[role=dialog] canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels?.some((value, index) => index % 4 === 0 && value < 100) ?? false;
    });
}

/** More photos than are drawn at once; each is one pixel. */
function manyPhotos(): Map<string, Buffer> {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  return new Map(Array.from({ length: 200 }, (_, index) => [`photo-${index + 100}.gif`, pixel]));
}

/** Whether an element is on the screen now. */
function isOnScreen(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** A finger whose moves the browser itself sees, and may take for its own gestures. */
async function newFinger(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number; id?: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    async move([fromX, fromY]: [number, number], [toX, toY]: [number, number]): Promise<void> {
      const steps = 8;
      await touch('touchStart', [{ x: fromX, y: fromY }]);
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        await touch('touchMove', [{ x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part }]);
      }
      await touch('touchEnd', []);
    },
    async tap([x, y]: [number, number]): Promise<void> {
      await touch('touchStart', [{ x, y }]);
      await touch('touchEnd', []);
    },
    /** Two fingers side by side, moved away from the middle between them */
    async pinch([x, y]: [number, number], from: number, to: number): Promise<void> {
      const pair = (away: number) => [
        { x: x - away, y, id: 1 },
        { x: x + away, y, id: 2 },
      ];
      await touch('touchStart', pair(from));
      for (let away = from; away <= to; away += 5) await touch('touchMove', pair(away));
      await touch('touchEnd', []);
    },
  };
}
