import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  launchBrowser,
  linkOn,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';
import { createSampleFolder, type SampleFolder, sha256 } from './sample-folder.ts';

const account = { username: 'mia', email: 'mia@example.org', password: 'correct horse battery' };

describe.skipIf(!hasBrowser)('from a fresh instance to a shared folder', () => {
  let app: TestApp;
  let browser: Browser;
  let folder: SampleFolder;
  let sender: Visitor;
  let link: string;

  beforeAll(async () => {
    [app, browser, folder] = await Promise.all([
      startApp({ isFresh: true }),
      launchBrowser(),
      createSampleFolder(),
    ]);
    sender = await newVisitor(browser, app.url);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), folder?.remove()]);
  });

  it('leads from every page to its set-up', async () => {
    const { page } = sender;
    for (const path of [
      '/',
      '/upload',
      '/auth/signIn',
      '/admin',
      '/share/abc',
      '/imprint',
      '/no/such/page',
    ]) {
      await page.goto(path);
      await page.waitForURL('**/setup');
      await page.getByText("This instance isn't set up yet.").waitFor();
    }
    await expectAccessibleEverywhere(page);
  });

  it('is set up in three steps', async () => {
    const { page } = sender;
    const token = await readFile(join(app.dataDir, 'setup-token'), 'utf8');
    await page.goto(`/setup#token=${token.trim()}`);
    await page.getByLabel('Username').fill('m');
    await page.getByLabel('Email address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByText('Must be at least 3 characters').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Username').fill(account.username);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Public address').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Who can use it?' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Finish setup' }).click();
    await page.waitForURL('**/upload');
  });

  it('shows the home page', async () => {
    const { page } = sender;
    await page.goto('/');
    await page.getByRole('link', { name: 'Send files' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'home');
    await page.getByRole('link', { name: 'Send files' }).click();
  });

  it('uploads a folder and gives out a link', async () => {
    const { page } = sender;
    await page.getByRole('heading', { name: 'Send files' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByTestId('folder-input').setInputFiles(folder.path);
    await page.getByText(`${folder.files.size} files, `).waitFor();
    await page.getByLabel('Name').fill('Summer in Porto');
    await page.getByLabel('Message').fill('Hi all, here are the pictures.\nThe boat trip is in the video.');
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'upload');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('heading', { name: 'Your link is ready' }).waitFor({ timeout: 60_000 });
    await expectAccessibleEverywhere(page);
    link = await linkOn(page);
    expect(link).toMatch(new RegExp(`^${app.url}/s/[A-Za-z0-9]{16}$`));
  });

  it('lets somebody else download one file and everything', async () => {
    const recipient = await newVisitor(browser, app.url);
    const { page } = recipient;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Summer in Porto' }).waitFor();
    await page.getByRole('link', { name: 'Boat trip.mp4', exact: true }).waitFor();
    await expectAccessibleEverywhere(page);

    const film = await download(page, () =>
      page.getByRole('link', { name: 'Download Boat trip.mp4' }).click(),
    );
    expect(film.suggestedFilename()).toBe('Boat trip.mp4');
    expect(sha256(await contentOf(film))).toBe(sha256(expectedFile(folder, 'Boat trip.mp4')));

    const archive = await download(page, () =>
      page
        .getByRole('link', { name: /^Download all/ })
        .first()
        .click(),
    );
    const zip = await contentOf(archive);
    for (const [path, content] of folder.files) {
      expect(zip.includes(`${folder.name}/${path}`), path).toBe(true);
      expect(zip.includes(content.subarray(0, 4096)), path).toBe(true);
    }

    await page.getByRole('link', { name: 'Day two' }).click();
    await page.getByRole('link', { name: 'ponte' }).click();
    await page.getByRole('link', { name: 'IMG_2001.jpg', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'ponte' }).waitFor();
    expect(recipient.problems).toEqual([]);
    await recipient.context.close();
  });

  it('lists the share and deletes it', async () => {
    const { page } = sender;
    await page.goto('/account/shares');
    await page.getByRole('link', { name: 'Summer in Porto', exact: true }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'my-shares');
    await page.getByRole('button', { name: 'Actions for Summer in Porto' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText(`with ${folder.files.size} files (`).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Nothing shared yet' }).waitFor();
    await expectAccessibleEverywhere(page);

    const late = await newVisitor(browser, app.url);
    await late.page.goto(link);
    await late.page.getByRole('heading', { name: 'Share removed' }).waitFor();
    await expectAccessibleEverywhere(late.page);
    await late.context.close();
  });

  it('signs out, and back in to the page that was wanted', async () => {
    const { page } = sender;
    await page.getByRole('button', { name: "mia's account" }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goto('/account/shares');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessibleEverywhere(page);
    await submitSignIn(page, { username: account.username, password: 'wrong' });
    await page
      .getByText('The email address, username or password is incorrect. Check them and try again.')
      .waitFor();
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/account/shares');
    expect(sender.problems).toEqual([]);
  });
});

async function download(page: Page, start: () => Promise<void>): Promise<Download> {
  const [started] = await Promise.all([page.waitForEvent('download'), start()]);
  return started;
}

async function contentOf(file: Download): Promise<Buffer> {
  return readFile(await file.path());
}

function expectedFile(folder: SampleFolder, path: string): Buffer {
  const content = folder.files.get(path);
  if (!content) throw new Error(`the sample has no ${path}`);
  return content;
}
