import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { chromiumArgs, findChromium } from '../../find-chromium.ts';

const probeFile = 'bin/dev/bench/page/probe.js';

declare global {
  /** Exists in the measured page. */
  var probe: {
    isReady(): boolean;
    read(): { fcp: number; lcp: number; cls: number; download: number; row: number };
    scroll(pixelsPerFrame: number, milliseconds: number): Promise<number[]>;
    paint(width: number, height: number, seed: number): string;
  };
}

export interface Device {
  name: string;
  options: BrowserContextOptions;
  /** How many times slower the processor is made. */
  slowdown: number;
}

export const desktop: Device = {
  name: 'desktop',
  options: { viewport: { width: 1440, height: 900 } },
  slowdown: 1,
};

const phone: Device = {
  name: 'phone, processor 4 × slower',
  options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  slowdown: 4,
};

export const devices = [desktop, phone];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium: install it, or set FILESHARE_TEST_CHROMIUM.');
  return chromium.launch({ executablePath, args: chromiumArgs });
}

/** What must not be there on any page: messages on the console, and requests to other hosts. */
export interface Noise {
  console: Set<string>;
  otherHosts: Set<string>;
}

export interface Visit {
  context: BrowserContext;
  page: Page;
}

/** Somebody who has never been here: nothing is cached. */
export async function startVisit(
  browser: Browser,
  { url, device, noise }: { url: string; device: Device; noise: Noise },
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', ...device.options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript({ path: probeFile });
  if (device.slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown });
  }
  page.on('console', (message) => noise.console.add(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.console.add(`error: ${error.message}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && origin !== url) noise.otherHosts.add(origin);
  });
  return { context, page };
}
