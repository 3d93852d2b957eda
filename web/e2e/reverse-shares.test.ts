import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  launchBrowser,
  newVisitor,
  phone,
  submitSignIn,
  type Visitor,
} from './browser.ts';
import { createSampleFolder, type SampleFolder } from './sample-folder.ts';

const megabyte = 1_000_000;
const password = 'rice and flowers';

describe.skipIf(!hasBrowser)('files that others send', () => {
  let app: TestApp;
  let browser: Browser;
  let folder: SampleFolder;
  let owner: Visitor;
  /** Path of the upload link. */
  let link: string;

  beforeAll(async () => {
    const env = { FILESHARE_CONFIG_SHARE_CHUNK_SIZE: String(megabyte) };
    [app, browser, folder] = await Promise.all([startApp({ env }), launchBrowser(), createSampleFolder()]);
    owner = await newVisitor(browser, app.url);
    await owner.page.goto('/auth/signIn?from=%2Faccount%2Fshares');
    await submitSignIn(owner.page, app.admin);
    await owner.page.waitForURL('**/account/shares');
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), folder?.remove()]);
  });

  /** Fills the dialog in, and answers the path of the link. */
  async function create(name: string, more?: () => Promise<void>): Promise<string> {
    const { page } = owner;
    await page.goto('/account/reverseShares');
    await page.getByRole('button', { name: 'New reverse share' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await more?.();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Your upload link is ready' }).waitFor();
    const url = await page.getByRole('textbox', { name: 'Upload link' }).inputValue();
    return new URL(url).pathname;
  }

  async function choose(name: string, item: string): Promise<void> {
    await owner.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await owner.page.getByRole('menuitem', { name: item }).click();
  }

  /** Somebody with a phone and without an account. */
  async function visit(path: string): Promise<Visitor> {
    const visitor = await newVisitor(browser, app.url);
    await visitor.page.setViewportSize(phone);
    await visitor.page.goto(path);
    return visitor;
  }

  async function leave({ context, problems }: Visitor): Promise<void> {
    expect(problems).toEqual([]);
    await context.close();
  }

  it('are asked for with a link', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Shares', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reverse shares' }).click();
    await page.getByRole('heading', { name: 'Let others send you files' }).waitFor();
    await expectAccessibleEverywhere(page);
    link = await create('Wedding', async () => {
      await page.getByRole('textbox', { name: 'Message' }).fill('Please send me your pictures of Saturday.');
      await page.getByLabel('Maximum share size').fill('20');
      await page.getByLabel('Unit').selectOption('MB');
      await page.getByLabel('Maximum uses').fill('3');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await expectAccessibleEverywhere(page);
    });
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('cell', { name: '3 of 3' }).waitFor();
  });

  it('are sent from a phone without an account, with the password', async () => {
    const visitor = await visit(link);
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Wedding' }).waitFor();
    await page.getByText('Please send me your pictures of Saturday.').waitFor();
    await expectAccessibleEverywhere(page);
    await page.setViewportSize(phone);
    await page.getByTestId('folder-input').setInputFiles(folder.path);
    await page.getByText(new RegExp(`^${folder.files.size} files, `)).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Lea');
    await page.getByRole('textbox', { name: 'Message to admin' }).fill('All of mine.');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Send files' }).click();
    await page.getByText('Invalid password').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Send files' }).click();
    await page.getByRole('heading', { name: 'Sent to admin' }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole('link', { name: /\/s\// }).count()).toBe(0);
    await expectAccessibleEverywhere(page);
    await leave(visitor);
  });

  it('are refused before the first byte when they are too large', async () => {
    const visitor = await visit(link);
    const { page } = visitor;
    const film = join(app.dataDir, 'a.mov');
    await writeFile(film, '');
    await truncate(film, 21 * megabyte);
    await page.getByTestId('files-input').setInputFiles(film);
    await page.getByText('Your files exceed the maximum share size of 20 MB').waitFor();
    expect(await page.getByRole('button', { name: 'Send files' }).isDisabled()).toBe(true);
    await leave(visitor);
  });

  it('are found by the owner, opened and deleted one by one', async () => {
    const { page } = owner;
    await page.reload();
    await page.getByRole('cell', { name: '2 of 3' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Wedding' }).click();
    await page.getByText('All of mine.').waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'reverse-share');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Lea' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    await download.cancel();
    await page.getByRole('link', { name: 'Lea', exact: true }).click();
    await page.getByRole('link', { name: 'Boat trip.mp4', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Delete Lea' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No files received yet.').waitFor();
  });

  it('are not taken while the link is closed', async () => {
    const { page } = owner;
    await choose('Wedding', 'Close');
    await page.getByText('Closed', { exact: true }).waitFor();
    const visitor = await visit(link);
    await visitor.page.getByRole('heading', { name: 'This upload link is closed' }).waitFor();
    await expectAccessibleEverywhere(visitor.page);
    await choose('Wedding', 'Reopen');
    await page.getByText('Open', { exact: true }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Wedding' }).waitFor();
    await leave(visitor);
  });

  it('go on after a reload, also when they took the last use', async () => {
    const path = await create('Tax papers', async () => {
      await owner.page.getByLabel('Maximum uses').fill('1');
    });
    const visitor = await visit(path);
    const { page } = visitor;
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    const limit = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await limit(2 * megabyte);
    const chooseFolder = async () => {
      await page.getByTestId('folder-input').setInputFiles(folder.path);
      await page.getByText(new RegExp(`^${folder.files.size} files, `)).waitFor();
    };
    await chooseFolder();
    await page.getByRole('textbox', { name: 'Name' }).fill('Receipts');
    await page.getByRole('button', { name: 'Send files' }).click();
    await page
      .getByText(/^[2-9](\.\d+)? MB of/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expectAccessibleEverywhere(page);

    const late = await visit(path);
    await late.page.getByRole('heading', { name: 'This upload link has reached its limit' }).waitFor();
    await expectAccessibleEverywhere(late.page);
    await leave(late);

    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Your last upload was interrupted').waitFor();
    await limit(-1);
    await chooseFolder();
    await page.getByRole('button', { name: 'Continue upload' }).click();
    await page.getByRole('heading', { name: 'Sent to admin' }).waitFor({ timeout: 60_000 });
    await leave(visitor);
  });

  it('are asked only of accounts, and for the files alone, when the owner wants that', async () => {
    const path = await create('Team', async () => {
      await owner.page.getByLabel('Require sign-in').check();
      await owner.page.getByLabel('Files only').check();
    });
    const visitor = await visit(path);
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Sign in to send files to admin' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await submitSignIn(page, app.admin);
    await page.waitForURL(`**${path}`);
    await page.getByTestId('files-input').setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a'),
    });
    await page.getByRole('button', { name: 'Send files' }).waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    await leave(visitor);
  });

  it('end with the link, after a question that says how much goes', async () => {
    const { page } = owner;
    await page.goto('/account/reverseShares');
    await page.getByRole('cell', { name: 'Limit reached' }).waitFor();
    await expectAccessibleEverywhere(page);
    await choose('Tax papers', 'Delete');
    await page.getByText('the 1 share received through it and its files').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Tax papers' }).waitFor({ state: 'detached' });
    const visitor = await visit('/upload/fsq_nothing');
    await visitor.page.getByRole('heading', { name: "This upload link doesn't work" }).waitFor();
    await expectAccessibleEverywhere(visitor.page);
    await leave(visitor);
    expect(owner.problems).toEqual([]);
  });
});
