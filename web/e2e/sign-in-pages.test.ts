import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { generate } from 'otplib/functional';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { oauthProviders } from '#sdk/contract/oauth-providers.js';
import { signIn } from '../../daemon/testing/clients.ts';
import { findFreePort } from '../../daemon/testing/free-port.ts';
import { aProfile, createAgreeableProviders } from '../../daemon/testing/providers/fake-providers.ts';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import {
  expectAccessible,
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from './browser.ts';

const TotpSecret = z.looseObject({ totpSecret: z.string() });
const challenge = 'c'.repeat(43);

describe.skipIf(!hasBrowser)('pages around signing in elsewhere', () => {
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let program: Server;
  let port: number;
  let asked: URL[];

  beforeAll(async () => {
    const providers = createAgreeableProviders(aProfile({ subject: 'mia' }));
    [app, browser] = await Promise.all([startApp({ providers }), launchBrowser()]);
    const client = await signIn(app);
    const values = oauthProviders.flatMap((provider) => [
      [`oauth.${provider}-clientId`, 'fileshare'],
      [`oauth.${provider}-clientSecret`, 'a secret of the provider'],
      [`oauth.${provider}-enabled`, 'true'],
    ]);
    const discovery = ['oauth.oidc-discoveryUri', 'https://id.example.org/.well-known/openid-configuration'];
    await client.configs.update({
      body: [discovery, ...values].map(([key = '', value = '']) => ({ key, value })),
    });
    // The cookie of a way to a provider is for the public address, where the provider leads back to.
    visitor = await newVisitor(browser, app.url.replace('127.0.0.1', 'localhost'));
    ({ page } = visitor);
    asked = [];
    program = createServer(({ url = '' }, response) => {
      // Browsers ask for an icon too.
      if (url.includes('?')) asked.push(new URL(url, 'http://program'));
      response.end('The program is told.');
    });
    port = await findFreePort();
    await once(program.listen(port, '127.0.0.1'), 'listening');
  });

  afterAll(async () => {
    program?.close();
    await browser?.close();
    await app?.stop();
  });

  const programPath = () => {
    return `/auth/program?${new URLSearchParams({ port: String(port), state: 'its-state', challenge })}`;
  };

  /** As the page would, in its session. */
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([to, json]) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(to, { method: 'POST', headers, body: json });
        return answer.json() as Promise<unknown>;
      },
      [path, JSON.stringify(body)] as const,
    );

  async function givePassword(): Promise<void> {
    await page.getByLabel('Email or username').fill(app.admin.username);
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('offers every provider beside the password, and for a new account', async () => {
    await page.goto('/auth/signIn?from=/s/abc');
    const github = page.getByRole('link', { name: 'Continue with GitHub' });
    expect(await github.getAttribute('href')).toBe('/api/oauth/auth/github?from=%2Fs%2Fabc');
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'sign-in-providers', { fullPage: true });
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    expect(await github.getAttribute('href')).toBe('/api/oauth/auth/github?from=%2Fs%2Fabc');
    await expectAccessible(page);
    await keepScreenshots(page, 'sign-up-providers', { fullPage: true });
  });

  it('comes back from a provider, over the code where the account asks for one', async () => {
    await page.goto('/auth/signIn?from=/account/security');
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await page.waitForURL('**/account/security');
    const { totpSecret } = TotpSecret.parse(await post('/api/auth/totp/enable', {}));
    const code = (steps: number) => generate({ secret: totpSecret, epoch: Date.now() / 1000 + steps * 30 });
    await post('/api/auth/totp/verify', { code: await code(0) });

    // Whoever is to confirm that it is them, is signed in all the while.
    await page.goto('/api/oauth/auth/github?from=/account/sessions');
    await page.getByLabel('Six-digit code').waitFor();
    await page.reload();
    await page.getByLabel('Six-digit code').fill('000000');
    await page.getByText(/The code is incorrect/).waitFor();
    await page.getByLabel('Six-digit code').fill(await code(1));
    await page.waitForURL('**/account/sessions');
    await page.context().clearCookies();
  });

  it('says when the step with the code is over', async () => {
    await page.goto('/auth/signIn?step=code&from=/s/abc');
    await page.getByLabel('Six-digit code').fill('123456');
    await page.getByRole('heading', { name: 'This sign-in has ended' }).waitFor();
    await expectAccessible(page);
    await keepScreenshots(page, 'sign-in-over');
  });

  it('says why a sign-in came to nothing', async () => {
    await page.goto('/error?error=not_linked&params=discord');
    await page.getByText("This Discord account haven't linked to any account yet.").waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'sign-in-error');
  });

  it('asks before a program gets the account, and comes back to that after signing in', async () => {
    await page.goto(programPath());
    await givePassword();
    await page.getByText(app.admin.email).waitFor();
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'program-consent', { fullPage: true });
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('The program is told.').waitFor();
    expect(asked.map(({ searchParams }) => [...searchParams.keys()])).toEqual([['code', 'state']]);
    expect(asked[0]?.searchParams.get('state')).toBe('its-state');
  });

  it('tells the program of a no, also after a change of the account', async () => {
    await page.goto(programPath());
    await page.getByRole('button', { name: 'Sign in as someone else' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByText('Your session').count()).toBe(0);
    await givePassword();
    asked.length = 0;
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('The program is told.').waitFor();
    expect(asked[0]?.search).toBe('?error=access_denied&state=its-state');
    expect(visitor.problems).toEqual([]);
  });
});
