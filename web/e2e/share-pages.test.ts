import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../daemon/testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../daemon/testing/drafts.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from './browser.ts';

interface ShareState {
  name: string;
  /** Answers the link of a share in this state. */
  prepare(): Promise<string>;
  /** What the page says. */
  text: string;
  /** Who looks: a stranger unless told. */
  viewer?: 'administrator';
}

describe.skipIf(!hasBrowser)('the page of a share', () => {
  let app: TestApp;
  let browser: Browser;
  let administrator: Visitor;
  let stranger: Visitor;
  let headers: { authorization: string };

  beforeAll(async () => {
    const env = {
      FILESHARE_CONFIG_SHARE_RETENTION: '24',
      FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '6',
    };
    [app, browser] = await Promise.all([startApp({ env }), launchBrowser()]);
    const { username, password } = app.admin;
    const { body } = await createCaller(app.url)('/auth/signIn', {
      json: { username, password, transport: 'token' },
    });
    headers = { authorization: `Bearer ${(body as { accessToken: string }).accessToken}` };
    [administrator, stranger] = await Promise.all([
      newVisitor(browser, app.url),
      newVisitor(browser, app.url),
    ]);
    const { page } = administrator;
    await page.goto('/auth/signIn');
    await page.getByLabel('Email or username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/upload');
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const draft = (json: unknown = {}) =>
    createDraft(app, { name: 'Holiday in Norway', ...(json as object) }, headers);

  async function published(json: unknown = {}): Promise<Draft> {
    const made = await draft(json);
    await upload(app, made, { path: 'fjord.txt', text: 'a'.repeat(2000) });
    await upload(app, made, { path: 'map.txt', text: 'b'.repeat(3000) });
    expect(await publish(app, made)).toBe(200);
    return made;
  }

  const post = (path: string) => fetch(`${app.url}/api${path}`, { method: 'POST', headers });

  async function expired(): Promise<Draft> {
    const made = await published();
    const { database } = app.app.core;
    await database.writer('shares').where({ id: made.id }).update({ expires_at: 1, state: 'expired' });
    return made;
  }

  const pathOf = ({ id }: Draft) => `/s/${id}`;

  const states: ShareState[] = [
    {
      name: 'password',
      prepare: async () => pathOf(await published({ password: 'sesame' })),
      text: 'This share is password-protected',
    },
    {
      name: 'view-limit',
      prepare: async () => pathOf(await published({ maxViews: 3 })),
      text: 'It can be opened 3 times.',
    },
    {
      name: 'used-up',
      async prepare() {
        const made = await published({ maxViews: 1 });
        await fetch(`${app.url}/api/shares/${made.id}/token`, { method: 'POST' });
        return pathOf(made);
      },
      text: 'Visitor limit exceeded',
    },
    {
      name: 'removed',
      async prepare() {
        const made = await published();
        await fetch(`${app.url}/api/shares/${made.id}`, { method: 'DELETE', headers });
        return pathOf(made);
      },
      text: 'Share removed',
    },
    { name: 'not-found', prepare: async () => '/s/nothing-is-here', text: 'Share not found' },
    { name: 'expired', prepare: async () => pathOf(await expired()), text: 'Share not found' },
    {
      name: 'uploading',
      prepare: async () => pathOf(await draft()),
      text: 'The sender is still uploading',
    },
    {
      name: 'adding',
      async prepare() {
        const made = await published();
        expect((await post(`/shares/${made.id}/append`)).status).toBe(200);
        return pathOf(made);
      },
      text: 'The sender is adding files.',
    },
    { name: 'open', prepare: async () => pathOf(await published()), text: 'fjord.txt' },
    {
      name: 'own',
      prepare: async () => pathOf(await published()),
      text: "your view isn't counted",
      viewer: 'administrator',
    },
    {
      name: 'own-draft',
      async prepare() {
        const made = await draft();
        await upload(app, made, { path: 'fjord.txt', text: 'a'.repeat(2000) });
        return pathOf(made);
      },
      text: "This share isn't published yet",
      viewer: 'administrator',
    },
    {
      name: 'own-expired',
      prepare: async () => pathOf(await expired()),
      text: 'This share has expired',
      viewer: 'administrator',
    },
  ];

  it.each(states)('says what is the matter: $name', async ({ name, prepare, text, viewer }) => {
    const { page, problems } = viewer === 'administrator' ? administrator : stranger;
    await page.goto(await prepare());
    await page.getByText(text).first().waitFor();
    await keepScreenshots(page, `share-${name}`);
    await expectAccessibleEverywhere(page);
    expect(problems).toEqual([]);
  });
});
