import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBusy } from '../../daemon/testing/busy-instance.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  desktop,
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from './browser.ts';

/** Nobody answers there. */
const mailServer = {
  FILESHARE_CONFIG_SMTP_ENABLED: 'true',
  FILESHARE_CONFIG_SMTP_HOST: '127.0.0.1',
  FILESHARE_CONFIG_SMTP_PORT: '9',
  FILESHARE_CONFIG_SMTP_EMAIL: 'files@example.org',
};

/** Each page, how it is called in the navigation, and what it shows of a busy instance. */
const pages = [
  { name: 'users', link: 'Users', text: 'studio.north@example.org' },
  { name: 'shares', link: 'Shares', text: 'Drawings for the new office' },
  { name: 'mails', link: 'Emails', text: 'lea@example.org' },
  { name: 'jobs', link: 'Jobs', text: 'Delete the files of removed and expired shares' },
  { name: 'audit', link: 'Audit log', text: 'Create user' },
] as const;

describe.skipIf(!hasBrowser)('the pages of administrators', () => {
  let app: TestApp;
  let browser: Browser;
  let admin: Visitor;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp({ env: mailServer }), launchBrowser()]);
    admin = await newVisitor(browser, app.url);
    const { page } = admin;
    await page.goto('/auth/signIn?from=%2Fadmin');
    await page.getByLabel('Email or username').fill(app.admin.username);
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it('begin with an overview that has something to say about an empty instance', async () => {
    const { page } = admin;
    await page.getByText('Nothing has been shared yet.').waitFor();
    await page.getByText('All good').waitFor();
    await keepScreenshots(page, 'admin-overview-empty', { fullPage: true });
    await expectAccessibleEverywhere(page);
  });

  it('draw the figures of a busy one', async () => {
    const { page } = admin;
    await makeBusy(app);
    await page.goto('/admin');
    await page.getByText("1 email couldn't be delivered").waitFor();
    await page.getByRole('figure', { name: 'Shares per day' }).locator('rect').first().waitFor();
    await page.getByRole('region', { name: 'Storage' }).locator('path').first().waitFor();
    await keepScreenshots(page, 'admin-overview', { fullPage: true });
    await expectAccessibleEverywhere(page);
    await page.setViewportSize({ ...desktop, height: 1340 });
    await keepScreenshot(page, 'administration');
    await page.setViewportSize(desktop);
    await page.emulateMedia({ colorScheme: 'dark' });
    await keepScreenshots(page, 'admin-overview-dark', { fullPage: true });
    await page.emulateMedia({ colorScheme: 'light' });
    for (const card of ['Largest shares', 'Recent activity']) {
      const link = page.getByRole('region', { name: card }).locator('h2 + a');
      expect((await link.boundingBox())?.height, card).toBeGreaterThanOrEqual(44);
    }
  });

  it('look back a year, by weeks, and say the figures as a table', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: '1 year' }).click();
    await page.getByRole('figure', { name: 'Shares per week' }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=year');
    await keepScreenshots(page, 'admin-overview-year', { fullPage: true });
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('table', { name: 'Activity' });
    await table.getByRole('columnheader', { name: 'Week from' }).waitFor();
    expect(await table.getByRole('rowheader').count()).toBe(52);
    await page.getByRole('button', { name: '7 days' }).click();
    await table.getByRole('columnheader', { name: 'Day', exact: true }).waitFor();
    await keepScreenshots(page, 'admin-overview-table', { fullPage: true });
    await expectAccessibleEverywhere(page);
  });

  it('lead from the largest shares to their details', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Final cut, for review' }).click();
    const details = page.getByRole('dialog');
    await details.getByRole('heading', { name: 'Final cut, for review' }).waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  });

  it.each(pages)('are all reached by one navigation: $name', async ({ name, link, text }) => {
    const { page } = admin;
    const navigation = page.getByRole('navigation', { name: 'Administration' });
    await navigation.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('row').filter({ hasText: text }).first().waitFor();
    expect(await navigation.locator('[aria-current=page]').innerText()).toBe(link);
    await keepScreenshots(page, `admin-${name}`, { fullPage: true });
    await expectAccessibleEverywhere(page);
    expect(admin.problems).toEqual([]);
  });

  it('are a menu on a phone, which tells where one is, and cuts nothing', async () => {
    const { page } = admin;
    await page.setViewportSize({ ...phone, width: 390 });
    await page.goto('/admin');
    await page.getByText("1 email couldn't be delivered").waitFor();
    const health = await page.getByRole('region', { name: 'Health' }).boundingBox();
    expect(health?.width).toBeGreaterThan(340);
    const navigation = page.getByRole('navigation', { name: 'Administration' });
    expect(await navigation.getByRole('link').count()).toBe(0);
    await navigation.getByRole('button', { name: 'Overview' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Overview' }).press('ArrowDown');
    await page.keyboard.press('Enter');
    await navigation.getByRole('button', { name: 'Users' }).waitFor();
    const email = page.getByText(`You · ${app.admin.email}`);
    const isWhole = (line: HTMLElement) => line.scrollWidth <= line.clientWidth;
    expect(await email.evaluate(isWhole)).toBe(true);
    expect(admin.problems).toEqual([]);
    await page.setViewportSize(desktop);
  });

  it('say by the keyboard alone which CI jobs act as whom', async () => {
    const { page } = admin;
    const navigation = page.getByRole('navigation', { name: 'Administration' });
    await navigation.getByRole('link', { name: 'Workload identities' }).press('Enter');
    await page.getByText('No workload identities yet.').waitFor();
    await keepScreenshots(page, 'admin-workloads-empty', { fullPage: true });
    await page.getByRole('button', { name: 'New workload identity' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New workload identity' });
    await dialog.waitFor();
    for (const text of ['Releases of app', app.admin.username]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    expect(await dialog.getByLabel('CI system').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press('Tab');
    await page.keyboard.type('ref=refs/tags/*');
    await dialog.getByLabel('Current password').fill(app.admin.password);
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'admin-workloads-new');
    await dialog.getByRole('button', { name: 'New workload identity' }).press('Enter');
    await dialog.getByText(/Anyone can get a token from this issuer/).waitFor();
    await dialog.getByLabel('Conditions').press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('repository=acme/app');
    await dialog.getByRole('button', { name: 'New workload identity' }).press('Enter');
    await page.getByText('ref begins with “refs/tags/” and repository is “acme/app”').waitFor();
    await keepScreenshots(page, 'admin-workloads', { fullPage: true });
    await expectAccessibleEverywhere(page);

    await page.getByRole('button', { name: 'Delete: Releases of app' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('No workload identities yet.').waitFor();
    expect(admin.problems).toEqual([]);
  });
});
