import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { toolVariables } from '#sdk/contract/environment.js';
import { chromiumArgs, findChromium } from '../../bin/dev/find-chromium.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export const hasBrowser = findChromium() !== null;

// A page lives for seconds here: to optimize its scripts takes longer than what is optimized saves.
const args = [...chromiumArgs, '--js-flags=--no-turbofan,--no-maglev'];

let running: Browser | undefined;

/**
 * Returns the browser of this process, which starts with the first file of tests. Visitors share nothing in it, and those
 * of a file go when the file closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('there is no Chromium');
  // It may have crashed.
  if (!running?.isConnected()) running = await chromium.launch({ executablePath, args });
  const browser = running;
  const contexts: BrowserContext[] = [];
  const own: Pick<Browser, 'newContext' | 'close'> = {
    async newContext(options) {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context;
    },
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
  return new Proxy(browser, {
    get: (target, name): unknown =>
      Reflect.get(name === 'newContext' || name === 'close' ? own : target, name),
  });
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 375, height: 760 };
/** The narrowest screen the page promises to work on. */
export const narrow = { width: 320, height: 640 };

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors of scripts and of the console: there must be none. */
  problems: string[];
}

/** Somebody with a browser of their own: no cookie and no storage is shared. */
export async function newVisitor(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: desktop,
    reducedMotion: 'reduce',
    // A service worker would hide requests from the tests that answer them.
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Chromium reports every answer of 400 and above; that a share is closed is no fault of the page.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded');
    if (message.type() === 'error' && !isStatus) problems.push(message.text());
  });
  return { context, page, problems };
}

/** The link of the share that is being uploaded, or has been. */
export async function linkOn(page: Page): Promise<string> {
  const link = page.getByRole('group', { name: 'Share link' }).getByRole('link');
  return (await link.getAttribute('href')) ?? '';
}

// Every page that is examined parses it: unminified it is twice as long.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fills the sign-in form in and sends it. */
export async function submitSignIn(
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.getByLabel('Email or username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** No violation of WCAG 2.2 A and AA on what is shown, and nothing to scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, { runOnly: rules });
}

/** Looks at what is shown in both schemes, on a desktop, a phone and the narrowest screen. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // Schemes differ in nothing but colours.
  await expectNoViolations(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await page.setViewportSize(narrow);
  // It has the layout of a phone with less room.
  await expectNoViolations(page, { runOnly: ['target-size', 'scrollable-region-focusable'] });
  await page.setViewportSize(desktop);
}

async function expectNoViolations(page: Page, options: axe.RunOptions): Promise<void> {
  // Kept in the document: to send and parse it takes longer than to run it.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  }
  const found = await page.evaluate(async (options) => {
    // What follows the size of the window is laid out with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { violations } = await window.axe.run({ ...options, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary ?? ''}`),
    );
  }, options);
  expect(found, page.url()).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

interface ScreenshotOptions {
  /** Also what has to be scrolled to. */
  fullPage?: boolean;
}

/** Keeps a picture for the documentation when `FILESHARE_SCREENSHOTS` names a folder. */
export async function keepScreenshot(
  page: Page,
  name: string,
  options: ScreenshotOptions = {},
): Promise<void> {
  const folder = process.env[toolVariables.screenshots];
  // The pointer would mark a row.
  await page.mouse.move(0, 0);
  if (folder) await page.screenshot({ ...options, path: `${folder}/${name}.png` });
}

/** The same on a desktop and on a phone. */
export async function keepScreenshots(
  page: Page,
  name: string,
  options: ScreenshotOptions = {},
): Promise<void> {
  await keepScreenshot(page, `${name}-desktop`, options);
  await page.setViewportSize(phone);
  await keepScreenshot(page, `${name}-phone`, options);
  await page.setViewportSize(desktop);
}
