import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, errors, type Page } from 'playwright-core';
import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { isLocaleCode, locales } from '#sdk/i18n/locales.js';
import { createTranslator, type Translator } from '#sdk/i18n/translate.js';
import { launchBrowser } from '../bench/page/browser.ts';
import { startInstance } from './instance.ts';
import { pseudoCatalogue, pseudoScript, textsOf } from './pseudo.ts';
import { type Screen, screens } from './screens.ts';

const probeFile = 'bin/dev/screens/find-problems.js';

declare global {
  /** Exists in the page. */
  var findProblems: () => string[];
}

/**
 * `npm run screens`: takes a screenshot of every screen in several languages and widths, and lists texts that do not
 * fit. `pseudo` is English made longer, `rtl` the same laid out from right to left. Exits with 1 when a text does not
 * fit.
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
const languages = chosen(flags.languages, [
  ...locales.filter(({ messages }) => messages).map(({ code }) => code),
  'pseudo',
  'rtl',
]);
const widths = chosen(flags.widths, Object.keys(heights));
const only = new RegExp(flags.only ?? '');
const { en } = readCatalogues('en');
const englishTexts = new Set(textsOf(en));

const instance = await startInstance();
let problems = 0;
try {
  const browser = await launchBrowser();
  for (const language of languages) {
    for (const width of widths) await takeScreenshots(browser, language, width);
  }
  await browser.close();
} finally {
  await instance.stop();
}
process.stdout.write(`${problems} texts do not fit\n`);
process.exitCode = problems === 0 ? 0 : 1;

function chosen(list: string, known: readonly string[]): string[] {
  const names = list.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  return names;
}

async function takeScreenshots(browser: Browser, language: string, width: string): Promise<void> {
  const folder = join(flags.out, language, width);
  await mkdir(folder, { recursive: true });
  const { t } = translatorOf(language);
  for (const by of ['visitor', 'administrator'] as const) {
    const page = await openPage(browser, language, width);
    if (by === 'administrator') await signIn(page);
    for (const screen of screens.filter(({ name, by: viewer }) => viewer === by && only.test(name))) {
      const found = await tryTo(() => look(page, screen, { t, path: join(folder, `${screen.name}.png`) }));
      problems += found.length;
      for (const problem of found) process.stdout.write(`${language} ${width} ${screen.name}: ${problem}\n`);
    }
    await page.context().close();
  }
}

async function look(
  page: Page,
  { open }: Screen,
  { t, path }: Pick<Translator, 't'> & { path: string },
): Promise<string[]> {
  await open({
    page,
    instance,
    t,
    goto: async (address) => {
      // A dialog with changes would ask first.
      await page.goto('about:blank');
      await page.goto(address);
      await page.waitForLoadState('networkidle');
    },
    press: (label) => page.getByRole('button', { name: label, exact: true }).first().click(),
  });
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await waitForPictures(page);
  await page.screenshot({ path, fullPage: true });
  return page.evaluate(() => findProblems());
}

/** A picture that has arrived may not be drawn yet. */
async function waitForPictures(page: Page): Promise<void> {
  const images = page.locator('img');
  await images.evaluateAll((all) =>
    Promise.allSettled(all.map((image) => (image as unknown as { decode(): Promise<void> }).decode())),
  );
}

/** An unreachable screen is reported; the run continues. */
async function tryTo(task: () => Promise<string[]>): Promise<string[]> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return [`cannot be reached: ${error.message.split('\n', 1)[0]}`];
  }
}

async function openPage(browser: Browser, language: string, width: string): Promise<Page> {
  const isPhone = Number(width) < 600;
  const context = await browser.newContext({
    baseURL: instance.app.url,
    viewport: { width: Number(width), height: heights[width] ?? 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    // No region uses the code SP.
    locale: isLocaleCode(language) ? language.replace('sr-SP', 'sr-RS') : 'en',
    colorScheme: flags.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const { locale } = translatorOf(language);
  await context.addCookies([{ name: 'language', value: locale, url: instance.app.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript({ path: probeFile });
  if (!isLocaleCode(language)) await translatePage(page, language === 'rtl');
  return page;
}

/** Through the API: the form is in another language each time. */
async function signIn(page: Page): Promise<void> {
  const { username, password } = instance.app.admin;
  const answer = await page.request.post('/api/auth/signIn', {
    data: { username, password },
    headers: { origin: instance.app.url },
  });
  if (!answer.ok()) throw new Error(`Signing in failed: ${await answer.text()}`);
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
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = (await response.text()).replace('dir="ltr"', 'dir="rtl"');
    return route.fulfill({ response, body: html });
  });
}
