import type { Browser } from 'playwright-core';
import type { Bench } from '../benchmark.ts';
import { programPath } from '../paths.ts';
import { type Service, startService } from '../processes.ts';
import { type Device, desktop, type Noise, startVisit } from './browser.ts';
import { type Scrolling, scrollingOf } from './scroll.ts';

/** The peer of the page: Chromium alone, without anything of ours. */
export async function startBare(bench: Bench): Promise<Service> {
  const bare = await startService(process.execPath, (port) => [
    programPath('bare-page-server'),
    String(port),
  ]);
  bench.defer(() => bare.stop());
  return bare;
}

interface Scrolled {
  url: string;
  device: Device;
  noise: Noise;
  rows: number;
  pixelsPerFrame: number;
  milliseconds: number;
}

/** Scrolls through plain rows of text, which the browser has laid out before. */
export async function measureBareScrolling(browser: Browser, scrolled: Scrolled): Promise<Scrolling> {
  const { context, page } = await startVisit(browser, scrolled);
  await page.goto(`/rows/${scrolled.rows}`, { waitUntil: 'load' });
  const { pixelsPerFrame, milliseconds } = scrolled;
  const scrolling = await scrollingOf(page, pixelsPerFrame, milliseconds);
  await context.close();
  return scrolling;
}

interface Sent {
  url: string;
  noise: Noise;
  paths: readonly string[];
}

/** Reads files and sends them in one request; returns the seconds. */
export async function measureBareUpload(browser: Browser, { url, noise, paths }: Sent): Promise<number> {
  const { context, page } = await startVisit(browser, { url, device: desktop, noise });
  await page.goto('/');
  const input = page.locator('input');
  await input.setInputFiles([...paths]);
  const seconds = await input.evaluate(async (element) => {
    const { files } = element as unknown as { files: Iterable<Blob> };
    const started = performance.now();
    await fetch('/', { method: 'POST', body: new Blob([...files]) });
    return (performance.now() - started) / 1e3;
  });
  await context.close();
  return seconds;
}
