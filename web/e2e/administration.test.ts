import { readFile } from 'node:fs/promises';
import { generate } from 'otplib/functional';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshot,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

/** What the file for ShareX says. */
interface Uploader {
  RequestURL: string;
  RequestMethod: string;
  Headers: Record<string, string>;
}

const mia = { username: 'mia', email: 'mia@example.org', password: 'three random words' };

describe.skipIf(!hasBrowser)('accounts and their administration', () => {
  let app: TestApp;
  let browser: Browser;
  let admin: Visitor;
  let member: Visitor;

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    admin = await enter(app.admin);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  async function enter(account: { username: string; password: string }): Promise<Visitor> {
    const visitor = await newVisitor(browser, app.url);
    const { page } = visitor;
    await page.goto('/auth/signIn');
    await submitSignIn(page, account);
    await page.waitForURL('**/upload');
    return visitor;
  }

  async function choose(page: Page, name: string, item: string): Promise<void> {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  }

  it('leads an administrator to the users', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: "admin's account" }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('cell', { name: 'admin@example.org' }).waitFor();
  });

  it('creates a user with a password where no mail is sent', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByLabel('Username').fill(mia.username);
    await page.getByLabel('Email address').fill(mia.email);
    expect(await page.getByLabel('Set a password myself').isDisabled()).toBe(true);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Create user', exact: true }).click();
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(mia.password);
    await page.getByRole('button', { name: 'Create user', exact: true }).click();
    await page.getByText('2 users', { exact: true }).waitFor();
  });

  it('edits a user, and takes no rights from oneself', async () => {
    const { page } = admin;
    await choose(page, 'mia', 'Edit');
    await page.getByLabel('Storage limit', { exact: true }).selectOption('Custom limit');
    await page.getByLabel('Limit', { exact: true }).fill('2.5');
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: '0 bytes of 2.5 GB' }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'admin-users');

    await choose(page, 'admin', 'Edit');
    await page.getByRole('link', { name: 'Only another administrator can change your role' }).waitFor();
    expect(await page.getByRole('dialog').getByRole('checkbox').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByLabel('Search users').fill('mia');
    await page.getByText('1 user', { exact: true }).waitFor();
  });

  it('shows administration to nobody else', async () => {
    const stranger = await newVisitor(browser, app.url);
    await stranger.page.goto('/admin/users');
    await stranger.page.waitForURL('**/auth/signIn?from=%2Fadmin%2Fusers');
    await stranger.context.close();
    member = await enter(mia);
    for (const path of ['/admin', '/admin/users', '/admin/audit']) {
      await member.page.goto(path);
      await member.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
  });

  it('lists the sessions of an account and ends the others', async () => {
    const { page } = member;
    const other = await enter(mia);
    await page.goto('/account/sessions');
    await page.getByText('This session').waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Chrome on ' }).count()).toBe(2);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('1 other session ends immediately').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('1 session ended').waitFor();
    await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' });
    await other.page.goto('/account/sessions');
    await other.page.waitForURL('**/auth/signIn?**');
    await other.context.close();
  });

  it('makes an API key that works until it is revoked', async () => {
    const { page } = member;
    await page.goto('/account/apiKeys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly backup');
    await page.getByLabel('Read shares').check();
    await page.getByLabel('Write shares').check();
    expect(await page.getByLabel('Administration').count()).toBe(0);
    await page.getByLabel('Current password').fill(mia.password);
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Create API key', exact: true }).click();
    const key = await page.getByLabel('API key', { exact: true }).inputValue();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'new-api-key');
    const command = await page.getByLabel('Upload command').inputValue();
    const { port } = new URL(app.url);
    expect(command).toBe(`curl -T FILE -H 'Authorization: Bearer ${key}' http://localhost:${port}/u/`);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download ShareX configuration' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('Fileshare.sxcu');
    const uploader = JSON.parse(await readFile(await download.path(), 'utf8')) as Uploader;
    const shared = await fetch(uploader.RequestURL.replace('{filename}', 'screen.png'), {
      method: uploader.RequestMethod,
      headers: uploader.Headers,
      body: 'picture',
    });
    const link = shared.headers.get('location') ?? '';
    expect(await shared.text()).toBe(`${link}\n`);
    const use = (path = '', method = 'GET') =>
      fetch(`${app.url}/api/shares${path}`, { method, headers: { authorization: `Bearer ${key}` } });
    expect((await use(new URL(link).pathname.replace('/s/', '/'), 'DELETE')).status).toBe(204);
    expect((await use()).status).toBe(200);

    await page.getByRole('button', { name: "I've copied it" }).click();
    await page.getByText('Nightly backup').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Revoke Nightly backup' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('API key revoked').waitFor();
    expect((await use()).status).toBe(401);
  });

  it('turns two-factor sign-in on with a code of an authenticator', async () => {
    const { page } = member;
    await page.goto('/account/security');
    await page.getByLabel('Current password').fill(mia.password);
    await page.getByRole('button', { name: 'Set up' }).click();
    const picture = page.getByRole('img', { name: 'QR code' });
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(20);
    await expectAccessibleEverywhere(page);
    const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(/\s/g, '');
    await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: "I've saved them" }).waitFor();
    const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await expectAccessibleEverywhere(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(codes.join('\n'));
    await page.getByRole('button', { name: "I've saved them" }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await expectAccessibleEverywhere(page);

    // The code was used; a recovery code stands in for the next one.
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Current password').fill(mia.password);
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('deletes a user after naming what goes', async () => {
    const { page } = admin;
    await page.goto('/admin/users');
    await choose(page, 'mia', 'Delete');
    await page.getByText('The account with 0 shares (0 bytes)').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 user', { exact: true }).waitFor();
    await member.page.goto('/account');
    await member.page.waitForURL('**/auth/signIn?**');
  });

  it('has written all of it down', async () => {
    const { page } = admin;
    await page.goto('/admin/audit');
    await page.getByRole('cell', { name: 'Delete user', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Details: Delete user' }).click();
    await page.getByText('user.remove', { exact: true }).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshot(page, 'admin-audit');
    await page.getByLabel('Action', { exact: true }).selectOption('All: Two-factor authentication');
    await page.getByRole('cell', { name: 'Delete user', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Turn on two-factor authentication', exact: true }).waitFor();

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as JSON Lines' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
    expect(actions).toContain('totp.enable');
    expect(actions.every((action) => action.startsWith('totp.'))).toBe(true);
    expect([...admin.problems, ...member.problems]).toEqual([]);
  });
});
