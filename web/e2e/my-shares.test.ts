import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type FileSource, type NodeClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  desktop,
  expectAccessibleEverywhere,
  hasBrowser,
  launchBrowser,
  newVisitor,
  phone,
  submitSignIn,
  type Visitor,
} from './browser.ts';

const megabyte = 1_000_000;

function fileOf(path: string, size: number): FileSource {
  const content = Buffer.alloc(size, path);
  return {
    path,
    size,
    fingerprint: `${path}:${size}`,
    async *open(start, end) {
      yield content.subarray(start, end);
    },
  };
}

describe.skipIf(!hasBrowser)('the shares of somebody', () => {
  let app: TestApp;
  let browser: Browser;
  let client: NodeClient;
  let owner: Visitor;
  let page: Page;

  beforeAll(async () => {
    const env = {
      FILESHARE_CONFIG_SHARE_CHUNK_SIZE: String(megabyte),
      FILESHARE_CONFIG_SMTP_ENABLED: 'true',
      FILESHARE_CONFIG_SMTP_HOST: '127.0.0.1',
      FILESHARE_CONFIG_SMTP_PORT: '9',
      FILESHARE_CONFIG_SMTP_EMAIL: 'files@example.org',
      FILESHARE_CONFIG_EMAIL_ENABLE_SHARE_EMAIL_RECIPIENTS: 'true',
    };
    [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
    client = createClient({ baseUrl: app.url });
    const { username: identifier, password } = app.admin;
    await client.session.signIn({ identifier, password });
    owner = await newVisitor(browser, app.url);
    page = owner.page;
    await page.goto('/auth/signIn');
    await submitSignIn(page, { username: identifier, password });
    await page.waitForURL('**/upload');
  });

  afterAll(async () => {
    await browser?.close();
    await client?.session.signOut().catch(() => undefined);
    await app?.stop();
  });

  async function share(name: string, ...paths: string[]): Promise<string> {
    const sources = (paths.length > 0 ? paths : ['notes.txt']).map((path) => fileOf(path, 40_000));
    const { share: created } = await client.uploadFiles(sources, { share: { name, expiration: '7-days' } });
    return created.url;
  }

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  async function openDetails(name: string): Promise<void> {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('dialog').getByRole('heading', { name, exact: true }).waitFor();
  }

  it('are found, sorted and told apart, and the address keeps how', async () => {
    await share('Alpha', 'a.txt', 'b.txt');
    await share('Beta');
    await page.goto('/account/shares');
    await page.getByRole('link', { name: 'Alpha', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.waitForURL('**/account/shares?sort=name&order=asc');
    await page.reload();
    await page.getByRole('columnheader', { name: 'Share', exact: true }).waitFor();
    const names = page.getByRole('link', { name: /^(Alpha|Beta)$/ });
    await expect.poll(() => names.allTextContents()).toEqual(['Alpha', 'Beta']);
    await page.getByLabel('Search shares').fill('alp');
    await page.getByRole('link', { name: 'Beta', exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Search shares').fill('');
    await page.getByRole('button', { name: 'Expired' }).click();
    await page.getByText('No shares have expired.').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('link', { name: 'Beta', exact: true }).waitFor();
    await expectAccessibleEverywhere(page);
  });

  it('are opened by a touch anywhere on their card, and filtered by buttons as large as a finger', async () => {
    await page.setViewportSize(phone);
    await page.goto('/account/shares');
    const card = row('Alpha');
    const { height = 0, width = 0 } = (await card.boundingBox()) ?? {};
    const filters = page.getByRole('group', { name: 'Shares' }).getByRole('button');
    for (const button of [...(await filters.all()), ...(await card.getByRole('button').all())]) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    for (const position of [
      { x: 8, y: 4 },
      { x: width / 2, y: height - 4 },
    ]) {
      await card.click({ position });
      await page.getByRole('dialog').getByRole('heading', { name: 'Alpha', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await card.getByRole('button', { name: 'Actions for Alpha' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize(desktop);
  });

  it('are edited while their link works', async () => {
    const link = await share('Drafty', 'one.txt', 'two.txt');
    const visitor = await newVisitor(browser, app.url);
    await visitor.page.goto(link);
    await visitor.page.getByRole('heading', { name: 'Drafty' }).waitFor();

    await page.goto('/account/shares');
    await openDetails('Drafty');
    await page.getByRole('button', { name: 'QR code' }).click();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Name').fill('Minutes of May');
    await page.getByRole('group', { name: 'Expires' }).getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Expires', { exact: true }).selectOption('1-month');
    await page.getByLabel('Email the link to').fill('ann@example.org,nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Invalid email address').waitFor();
    await page.getByRole('button', { name: 'Remove nobody' }).click();
    await expectAccessibleEverywhere(page);

    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Discard your changes?' }).waitFor();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Share saved').waitFor();
    await page.getByRole('dialog').getByRole('heading', { name: 'Minutes of May' }).waitFor();
    const { expiresAt } = await client.shares.getOwned({ params: { id: await idOf('Minutes') } });
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(27 * 86_400_000);

    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Minutes of May' }).waitFor();

    await page.getByLabel('Password', { exact: true }).fill('sesame');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Visitors must enter a password.').waitFor();
    const late = await newVisitor(browser, app.url);
    await late.page.goto(link);
    await late.page.getByRole('heading', { name: 'This share is password-protected' }).waitFor();
    await Promise.all([visitor.context.close(), late.context.close()]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  it('take further files, and give single ones up', async () => {
    const link = await share('Growing', 'first.txt');
    await page.goto('/account/shares');
    await openDetails('Growing');
    await page
      .getByTestId('files-input')
      .setInputFiles({ name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('second') });
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Add 1 file' }).click();
    await page.getByRole('listitem').filter({ hasText: 'second.txt' }).getByText('0 downloads').waitFor();

    const visitor = await newVisitor(browser, app.url);
    await visitor.page.goto(link);
    await visitor.page.getByText('second.txt').first().waitFor();
    await visitor.context.close();

    await page.getByRole('button', { name: 'Delete first.txt' }).click();
    await page.getByText('“first.txt” (40 kB) will be deleted').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete first.txt' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Delete second.txt' }).isDisabled()).toBe(true);
    await expectAccessibleEverywhere(page);
  });

  it('are extended and deleted many at once, naming what is lost', async () => {
    for (const number of [1, 2, 3]) await share(`Old ${number}`);
    await page.goto('/account/shares?search=Old');
    await page.getByRole('checkbox', { name: 'Select Old 1' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('3 shares selected').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Extend' }).click();
    await page.getByLabel('Expires').selectOption('1-year');
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
    await page.getByText('3 shares extended').waitFor();
    await row('Old 2').getByText('next year').or(row('Old 2').getByText('in 1 year')).waitFor();

    await page.getByRole('checkbox', { name: 'Select Old 2' }).uncheck();
    await client.shares.remove({ params: { id: await idOf('Old 3') } });
    await page.getByRole('region').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 shares with 2 files (80 kB) will be deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText("1 of 2 shares couldn't be deleted").waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await row('Old 1').waitFor({ state: 'detached' });
    await row('Old 2').waitFor();
  });

  async function idOf(search: string): Promise<string> {
    const { shares } = await client.shares.list({ query: { search } });
    const [found] = shares;
    if (!found) throw new Error(`no share ${search}`);
    return found.id;
  }

  it('that are unfinished go on with what is missing only, and can be discarded', async () => {
    const { share: draft, uploadToken } = await client.shares.create({ body: { name: 'Half' } });
    expect(uploadToken).toBeTruthy();
    const stop = new AbortController();
    const begun = client.uploadFiles([fileOf('large.bin', 3 * megabyte), fileOf('small.txt', 1000)], {
      into: draft.id,
      bundles: false,
      signal: stop.signal,
      onFile: ({ path, state }) => {
        if (path === 'large.bin' && state === 'finished') stop.abort();
      },
      parallel: 1,
    });
    await begun.catch(() => undefined);

    await page.goto('/account/shares?show=draft');
    await row('Half').getByText('Unfinished').waitFor();
    await openDetails('Half');
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Continue upload' }).click();
    await page.getByRole('heading', { name: 'Continue “Half”' }).waitFor();
    await expectAccessibleEverywhere(page);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent += Number(request.headers()['content-length'] ?? 0);
    });
    await page.getByTestId('files-input').setInputFiles([
      { name: 'large.bin', mimeType: 'text/plain', buffer: Buffer.alloc(3 * megabyte, 'large.bin') },
      { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1000, 'small.txt') },
    ]);
    await page.getByRole('button', { name: 'Continue upload' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor();
    expect(sent).toBeLessThan(megabyte);
    await page.getByRole('link', { name: 'Edit share' }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Half' }).waitFor();
    await page.getByText('2 files, 3 MB').waitFor();

    await client.shares.create({ body: { name: 'Given up' } });
    await page.goto('/account/shares?show=draft');
    await row('Given up').getByRole('button', { name: 'Actions for Given up' }).click();
    await page.getByRole('menuitem', { name: 'Discard upload' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard upload' }).click();
    await page.getByText('There are no unfinished uploads.').waitFor();
  });

  it('are all shown to administrators, with whose they are', async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Shares', exact: true }).click();
    await row('Alpha').getByRole('button', { name: 'admin' }).click();
    await page.getByRole('button', { name: 'Only shares owned by admin' }).waitFor();
    await expectAccessibleEverywhere(page);
    await openDetails('Alpha');
    await page.getByLabel('Message').fill('Looked at by an administrator');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Share saved').waitFor();
    expect(owner.problems).toEqual([]);
  });
});
