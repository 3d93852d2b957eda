import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPalmr, type PalmrInstance } from '../../daemon/testing/import/palmr-instance.ts';
import {
  createPingvin,
  hashOldPassword,
  oldPassword,
  type PingvinInstance,
} from '../../daemon/testing/import/pingvin-instance.ts';
import { runImport } from '../../daemon/testing/import/run-import.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor, submitSignIn, type Visitor } from './browser.ts';

describe.skipIf(!hasBrowser)('old links in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let pingvin: PingvinInstance;
  let palmr: PalmrInstance;
  let visitor: Visitor;
  let lockedFile: string;
  let token: string;

  beforeAll(async () => {
    [app, browser, pingvin, palmr] = await Promise.all([
      startApp(),
      launchBrowser(),
      createPingvin(),
      createPalmr(),
    ]);
    const bob = await pingvin.addUser('bob');
    await pingvin.addShare('OldShare', { creatorId: bob }, { 'letter.txt': 'Dear Bob' });
    [lockedFile = ''] = await pingvin.addShare('Locked', { creatorId: bob }, { 'secret.txt': 'secret' });
    await pingvin.protect('Locked', { password: await hashOldPassword() });
    ({ token } = await pingvin.addReverseShare(bob));
    const carol = await palmr.addUser('carol');
    await palmr.addShare('FromPalmr', [await palmr.addFile(carol, 'notes.txt')], {
      row: { creatorId: carol },
    });
    await palmr.addReverseShare('my-inbox', carol, { name: 'Inbox of Carol' });
    await runImport(app, { program: 'pingvin', source: pingvin.folder });
    await runImport(app, { program: 'palmr', source: palmr.folder });
    visitor = await newVisitor(browser, app.url);
  });

  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), pingvin?.close(), palmr?.close()]);
  });

  it.each([
    ['/s/OldShare', 'letter.txt'],
    ['/share/OldShare?recipient=1', 'letter.txt'],
    ['/s/FromPalmr', 'notes.txt'],
  ])('%s shows its files', async (link, name) => {
    const { page, problems } = visitor;
    await page.goto(link);
    await page.getByText(name).first().waitFor();
    expect(problems).toEqual([]);
  });

  it('leads from the link of a file with a password to the page that asks for it', async () => {
    const { page } = visitor;
    await page.goto(`/api/shares/Locked/files/${lockedFile}`);
    await page.waitForURL('**/share/Locked');
    await page.getByLabel('Password', { exact: true }).fill(oldPassword);
    await page.keyboard.press('Enter');
    await page.getByText('secret.txt').first().waitFor();
  });

  it('leads from links of reverse shares to their pages', async () => {
    const { page } = visitor;
    for (const link of [`/upload/${token}`, '/r/my-inbox']) {
      await page.goto(link);
      await page.waitForURL('**/upload/fsq_*');
      await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
    }
    await page.getByText('Inbox of Carol').first().waitFor();
  });

  it('lets an imported user sign in', async () => {
    const { page } = visitor;
    await page.goto('/auth/signIn?from=%2Faccount%2Fshares');
    await submitSignIn(page, { username: 'bob', password: oldPassword });
    await page.waitForURL('**/account/shares');
    await page.getByText('letter.txt').or(page.getByText('OldShare')).first().waitFor();
  });
});
