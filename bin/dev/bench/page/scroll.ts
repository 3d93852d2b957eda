import type { Browser, Page } from 'playwright-core';
import { type Device, type Noise, startVisit } from './browser.ts';

export interface Scrolling {
  framesPerSecond: number;
  longFrames: number;
  longestFrame: number;
}

interface Scrolled {
  url: string;
  path: string;
  device: Device;
  noise: Noise;
  pixelsPerFrame: number;
  milliseconds: number;
}

/** A frame that is longer is seen as a jerk. */
const longFrameMilliseconds = 50;

/** Scrolls through the list of a share for some seconds, at a given speed. */
export async function measureScrolling(browser: Browser, scrolled: Scrolled): Promise<Scrolling> {
  const { context, page } = await startVisit(browser, scrolled);
  await page.goto(scrolled.path);
  await page.waitForFunction(() => probe.isReady(), undefined, { polling: 100 });
  await page.waitForLoadState('networkidle');
  const { pixelsPerFrame, milliseconds } = scrolled;
  const scrolling = await scrollingOf(page, pixelsPerFrame, milliseconds);
  await context.close();
  return scrolling;
}

export async function scrollingOf(
  page: Page,
  pixelsPerFrame: number,
  milliseconds: number,
): Promise<Scrolling> {
  const frames = await page.evaluate(([pixels, time]) => probe.scroll(pixels, time), [
    pixelsPerFrame,
    milliseconds,
  ] as const);
  const seconds = frames.reduce((total, frame) => total + frame, 0) / 1e3;
  return {
    framesPerSecond: frames.length / seconds,
    longFrames: frames.filter((frame) => frame > longFrameMilliseconds).length,
    longestFrame: Math.max(...frames),
  };
}
