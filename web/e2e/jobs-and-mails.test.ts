import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../daemon/testing/clients.ts';
import { startMailServer } from '../../daemon/testing/engines/mail-server.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  launchBrowser,
  newVisitor,
  submitSignIn,
  type Visitor,
} from './browser.ts';

describe.skipIf(!hasBrowser)('what the server does by itself', () => {
  let app: TestApp;
  let browser: Browser;
  let admin: Visitor;

  beforeAll(async () => {
    const mailServer = await startMailServer();
    // Nobody answers there any more.
    await mailServer.close();
    [app, browser] = await Promise.all([startApp({ env: mailServer.env }), launchBrowser()]);
    const client = await signIn(app);
    await client.users.create({ body: { username: 'lea', email: 'lea@example.org' } });
    admin = await newVisitor(browser, app.url);
    const { page } = admin;
    await page.goto('/auth/signIn?from=%2Fadmin');
    await submitSignIn(page, app.admin);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  it('is listed in words, and started now', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByText('Delete the files of removed and expired shares').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByRole('button', { name: 'Run now: Delete old counts of failed attempts' }).click();
    await page.getByText('Done: Delete old counts of failed attempts').waitFor();
  });

  it('has a text for every job', async () => {
    const names = (await (await signIn(app)).jobs.list()).jobs.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(await admin.page.getByText(name, { exact: true }).count(), name).toBe(1);
  });

  it('shows a mail that waits, with what went wrong', async () => {
    const { page } = admin;
    const client = await signIn(app);
    const problem = async () => (await client.mails.list({ query: {} })).mails[0]?.problem;
    await expect.poll(problem, { timeout: 15_000 }).toContain('refused the connection on port');
    await page.goto('/admin/mails');
    const row = page.getByRole('row').filter({ hasText: 'lea@example.org' });
    await row.getByRole('cell', { name: 'Invitation', exact: true }).waitFor();
    await row.getByText('refused the connection on port').waitFor();
    await row.getByRole('cell', { name: 'Waiting', exact: true }).waitFor();
    await row.getByText('Details').click();
    await row.getByText('ECONNREFUSED').waitFor();
    await expectAccessibleEverywhere(page);
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByText('No matching emails').waitFor();
    expect(new URL(page.url()).search).toBe('?state=failed');
    await expectAccessibleEverywhere(page);
    expect(admin.problems).toEqual([]);
  });
});
