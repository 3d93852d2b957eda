import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  launchBrowser,
  linkOn,
  newVisitor,
  type Visitor,
} from './browser.ts';

describe.skipIf(!hasBrowser)('shares that are not simply open', () => {
  let app: TestApp;
  let browser: Browser;
  let sender: Visitor;

  beforeAll(async () => {
    const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
    [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
    sender = await newVisitor(browser, app.url);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** Uploads one file without an account; answers the path of the share. */
  async function share(options: { password?: string; maxViews?: string }): Promise<string> {
    const { page } = sender;
    await page.goto('/upload');
    await page
      .getByTestId('files-input')
      .setInputFiles({ name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByText('View limit, custom link').click();
    if (options.password) {
      await page.getByRole('switch', { name: 'Protect with a password' }).check();
      await page.getByLabel('Password', { exact: true }).fill(options.password);
    }
    if (options.maxViews) await page.getByLabel('View limit').fill(options.maxViews);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    return new URL(await linkOn(page)).pathname;
  }

  it('opens with one request, also for those who come again, and prints nothing', async () => {
    const path = await share({});
    const { page, context } = await newVisitor(browser, app.url);
    const printed: string[] = [];
    page.on('console', (message) => {
      if (!message.text().includes('blocked by Playwright')) printed.push(message.text());
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The preview of the only file is asked for, too.
      const isContent = /\/files\/./.test(pathname);
      if (pathname.startsWith('/api/shares/') && !isContent) asked.push(`${request.method()} ${pathname}`);
    });
    const id = path.split('/').at(-1);
    const visit = `POST /api/shares/${id}/visit`;
    // The page's own code arrives only when the share has been asked for.
    await page.route('**/assets/index-*.js', async (route) => {
      await expect.poll(() => asked).toContain(visit);
      await route.continue();
    });
    const expectOneVisit = async () => {
      await page.goto(path);
      await page.getByRole('link', { name: /^Download/ }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(asked.splice(0)).toEqual([visit, `GET /api/shares/${id}/files`]);
    };
    await expectOneVisit();
    await expectOneVisit();
    expect(printed).toEqual([]);
    await context.close();
  });

  it('asks for the password, and opens with the right one only', async () => {
    const path = await share({ password: 'sesame' });
    const { page, context, problems } = await newVisitor(browser, app.url);
    await page.goto(path);
    await page.getByRole('heading', { name: 'This share is password-protected' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Password', { exact: true }).fill('open');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Download/ }).waitFor();
    await expectAccessibleEverywhere(page);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('uses up a view only when somebody presses the button', async () => {
    const path = await share({ maxViews: '1' });
    const first = await newVisitor(browser, app.url);
    await first.page.goto(path);
    await first.page.reload();
    await first.page.getByText('It can only be opened once.').waitFor();
    await expectAccessibleEverywhere(first.page);
    await first.page.getByRole('button', { name: 'Open share' }).click();
    await first.page.getByRole('heading', { name: 'hello' }).waitFor();

    const second = await newVisitor(browser, app.url);
    await second.page.goto(path);
    await second.page.getByRole('heading', { name: 'Visitor limit exceeded' }).waitFor();
    await expectAccessibleEverywhere(second.page);
    await Promise.all([first.context.close(), second.context.close()]);
  });

  it('has a page for links that lead nowhere', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/s/nothing-is-here');
    await page.getByRole('heading', { name: 'Share not found' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectAccessibleEverywhere(page);
    await context.close();
  });

  it('keeps the colour scheme over reloads without a flash', async () => {
    const { page, context } = await newVisitor(browser, app.url);
    await page.goto('/');
    await page.getByRole('button', { name: 'Dark' }).click();
    const answer = await page.reload();
    expect(await answer?.text()).toContain('data-color-scheme="dark"');
    await page.getByRole('button', { name: 'Dark', pressed: true }).waitFor();
    await context.close();
  });
});
