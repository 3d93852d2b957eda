import { generate } from 'otplib/functional';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../daemon/testing/clients.ts';
import { type OpenidProvider, startOpenidProvider } from '../../daemon/testing/providers/openid-provider.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessible,
  hasBrowser,
  keepScreenshot,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from './browser.ts';
import { shareFiles } from './share-files.ts';

const throughProvider = 'Continue with OpenID Connect';

describe.skipIf(!hasBrowser)('signing in by an OpenID provider', () => {
  let there: OpenidProvider;
  let app: TestApp;
  let browser: Browser;
  let ada: Visitor;
  let sharePath: string;
  let totpSecret: string;

  beforeAll(async () => {
    [there, browser] = await Promise.all([startOpenidProvider(), launchBrowser()]);
    app = await startApp({ env: there.env, outbound: there.outbound });
    const share = await shareFiles(app, new Map([['notes.txt', 'hello']]), { name: 'Notes' });
    sharePath = `/share/${share.id}`;
    ada = await newOne();
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await there?.close();
  });

  /** Somebody at the public address of the instance. */
  const newOne = () =>
    newVisitor(browser, app.app.core.config.get('general.appUrl'), { ignoreHTTPSErrors: true });

  const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname;

  async function say({ page }: Visitor, answer: string): Promise<void> {
    await page.getByRole('heading', { name: 'Sign in to go on to Fileshare' }).waitFor();
    await page.getByRole('button', { name: answer }).click();
  }

  async function signInThere(visitor: Visitor): Promise<void> {
    await visitor.page.getByRole('link', { name: throughProvider }).click();
    await say(visitor, `Continue as ${there.person.sub}`);
  }

  async function signOut({ page }: Visitor): Promise<void> {
    await page.getByRole('button', { name: "ada's account" }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
  }

  it('may be called off, and then leads to where one was all the same', async () => {
    const { page } = ada;
    await page.goto(sharePath);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: throughProvider }).waitFor();
    await keepScreenshots(page, 'sign-in-providers');
    await page.getByRole('link', { name: throughProvider }).click();
    await say(ada, 'Cancel');
    await page.getByText('You canceled the authentication process, please try again.').waitFor();
    expect(page.url()).toContain('/error?error=access_denied&params=oidc');
    await expectAccessible(page);
    await keepScreenshots(page, 'social-error');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signInThere(ada);
    await page.getByRole('button', { name: "ada's account" }).waitFor();
    expect(pathOf(ada)).toBe(sharePath);
    await page.getByText('notes.txt').first().waitFor();
  });

  it('opens the same account the next time, on a phone too', async () => {
    const { page } = ada;
    await signOut(ada);
    await page.setViewportSize(phone);
    await page.goto('/account/security');
    await signInThere(ada);
    await page.getByRole('button', { name: 'Set up' }).click();
    expect(pathOf(ada)).toBe('/account/security');
    const shown = await page.getByTestId('totp-secret').textContent();
    totpSecret = shown?.replaceAll(/\s/g, '') ?? '';
    await page.getByLabel('Code').fill(await codeAt(totpSecret, 0));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Save your recovery codes').waitFor();
    const { users } = await (await signIn(app)).users.list({ query: {} });
    expect(users.map(({ username, providers }) => [username, providers])).toEqual(
      expect.arrayContaining([['ada', ['oidc']]]),
    );
    expect(users).toHaveLength(2);
  });

  it('asks for the code of the second factor', async () => {
    await ada.context.clearCookies();
    const { page } = ada;
    await page.goto('/account/sessions');
    await signInThere(ada);
    const field = page.getByLabel('Six-digit code');
    await field.waitFor();
    expect(pathOf(ada)).toBe('/auth/signIn');
    expect(page.url()).not.toMatch(/token/i);
    await keepScreenshot(page, 'social-code-phone');
    // What holds the sign-in is no secret of the page.
    await page.reload();
    await field.fill('000000');
    await page.getByText('The code is incorrect or was already used.').waitFor();
    await field.fill(await codeAt(totpSecret, 1));
    await page.waitForURL('**/account/sessions');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });

  it('does without the code where the administrator says so', async () => {
    const admin = await signIn(app);
    await admin.configs.update({ body: [{ key: 'oauth.ignoreTotp', value: 'true' }] });
    await ada.context.clearCookies();
    await ada.page.goto('/account/sessions');
    await signInThere(ada);
    await ada.page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(ada.problems).toEqual([]);
  });

  it('opens an account with a password once it is linked, and no longer when it is not', async () => {
    there.person = { sub: 'boss-1', email: app.admin.email, email_verified: true };
    const boss = await newOne();
    const { page } = boss;
    await page.goto('/account/social');
    await signInThere(boss);
    // The same address is no proof.
    await page.getByText("This OpenID Connect account haven't linked to any account yet.").waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email or username').fill(app.admin.username);
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Link OpenID Connect' }).click();
    await page.getByLabel('Current password').fill(app.admin.password);
    await page.getByRole('button', { name: 'Continue to OpenID Connect' }).click();
    await say(boss, 'Continue as boss-1');
    await page.getByText('Your OpenID Connect account is linked.').waitFor();
    await keepScreenshots(page, 'linked');

    const elsewhere = await newOne();
    await elsewhere.page.goto('/account/social');
    await signInThere(elsewhere);
    await elsewhere.page.getByRole('button', { name: "admin's account" }).waitFor();

    await page.getByRole('button', { name: 'Unlink OpenID Connect' }).click();
    await page.getByLabel('Current password').fill(app.admin.password);
    await page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await page.getByRole('button', { name: 'Link OpenID Connect' }).waitFor();
    // Its other sessions have ended, and there is no way back by the provider.
    await elsewhere.page.reload();
    await signInThere(elsewhere);
    await elsewhere.page
      .getByText("This OpenID Connect account haven't linked to any account yet.")
      .waitFor();
    expect([...boss.problems, ...elsewhere.problems]).toEqual([]);
  });
});

/** What an authenticator shows, or will show so many steps later. */
function codeAt(secret: string, steps: number): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
}
