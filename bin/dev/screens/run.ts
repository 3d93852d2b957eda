import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { isLocaleCode } from '#sdk/i18n/locales.js';
import { createTranslator, type Translator } from '#sdk/i18n/translate.js';
import { launchBrowser } from '../bench/page/browser.ts';
import { type Instance, startInstance } from './instance.ts';
import { pseudoCatalogue, pseudoScript, textsOf } from './pseudo.ts';
import { type Screen, screens } from './screens.ts';

const probeFile = 'bin/dev/screens/find-problems.js';

declare global {
  /** Exists in the photographed page. */
  var findProblems: () => string[];
}

/**
 * `npm run screens`: photographs every screen in several languages and widths, and lists texts that do not fit. `pseudo`
 * is English made longer, `rtl` the same from right to left. Exits with 1 when a text does not fit.
 */
const { values: flags } = parseArgs({
  options: {
    languages: { type: 'string', default: 'de,fi,ru,ja-JP,th-TH,pseudo,rtl' },
    widths: { type: 'string', default: '390,1280,1440' },
    only: { type: 'string' },
    dark: { type: 'boolean', default: false },
    out: { type: 'string', default: 'screens' },
  },
});

const heights: Readonly<Record<string, number>> = { 390: 844, 1280: 800, 1440: 900 };
const { en } = readCatalogues('en');
const englishTexts = new Set(textsOf(en));
const only = flags.only === undefined ? undefined : new RegExp(flags.only);
const wanted = screens.filter(({ name }) => only?.test(name) ?? true);

const instance = await startInstance();
const browser = await launchBrowser();
let problems = 0;
try {
  for (const language of flags.languages.split(',')) {
    for (const width of flags.widths.split(',')) {
      for (const by of ['visitor', 'administrator'] as const) {
        const rows = wanted.filter((screen) => screen.by === by);
        // The session of another browser would end while this one is in use.
        const state = by === 'administrator' ? { storageState: await signIn(browser, instance) } : {};
        await photograph(rows, { language, width, state });
      }
    }
  }
} finally {
  await browser.close();
  await instance.app.stop();
}
process.stdout.write(`${problems} texts do not fit\n`);
process.exitCode = problems === 0 ? 0 : 1;

async function photograph(
  rows: readonly Screen[],
  { language, width, state }: { language: string; width: string; state: BrowserContextOptions },
): Promise<void> {
  const folder = join(flags.out, language, width);
  await mkdir(folder, { recursive: true });
  const translator = translatorOf(language);
  const context = await browser.newContext({
    baseURL: instance.app.url,
    viewport: { width: Number(width), height: heights[width] ?? 900 },
    isMobile: Number(width) < 600,
    hasTouch: Number(width) < 600,
    locale: isLocaleCode(language) ? language.replace('sr-SP', 'sr-RS') : 'en',
    colorScheme: flags.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...state,
  });
  await context.addCookies([{ name: 'language', value: translator.locale, url: instance.app.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript({ path: probeFile });
  if (!isLocaleCode(language)) await translatePage(page, language === 'rtl');
  for (const { name, open } of rows) {
    const found = await tryTo(async () => {
      await open({
        page,
        instance,
        t: translator.t,
        goto: async (path) => {
          // A dialog with changes would ask first.
          await page.goto('about:blank');
          await page.goto(path);
          await page.waitForLoadState('networkidle');
        },
        press: (label) => page.getByRole('button', { name: label, exact: true }).first().click(),
      });
      await page.waitForLoadState('networkidle');
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
      return page.evaluate(() => findProblems());
    });
    problems += found.length;
    for (const problem of found) process.stdout.write(`${language} ${width} ${name}: ${problem}\n`);
  }
  await context.close();
}

/** A screen that cannot be reached is a problem like others; the rest is still looked at. */
async function tryTo(look: () => Promise<string[]>): Promise<string[]> {
  try {
    return await look();
  } catch (error) {
    return [
      `cannot be reached: ${error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)}`,
    ];
  }
}

function translatorOf(language: string): Translator {
  if (!isLocaleCode(language)) return createTranslator('en', { en: pseudoCatalogue(en) });
  return createTranslator(language, readCatalogues(language));
}

/** Changes the English texts on their way to the page. */
async function translatePage(page: Page, isMirrored: boolean): Promise<void> {
  await page.route(/\/assets\/en[-.].*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: pseudoScript(await response.text(), englishTexts) });
  });
  if (!isMirrored) return;
  await page.route(/^[^?#]*\/(?!assets|api|img)[^.?#]*([?#].*)?$/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replace('dir="ltr"', 'dir="rtl"');
    return route.fulfill({ response, body: html });
  });
}

async function signIn(opened: Browser, { app }: Instance) {
  const page = await opened.newPage({ baseURL: app.url });
  await page.goto('/auth/signIn');
  await page.getByLabel('Email or username').fill(app.admin.username);
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/upload');
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}
