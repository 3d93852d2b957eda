import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenidProvider, startOpenidProvider } from '../../daemon/testing/providers/openid-provider.ts';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from '../../web/e2e/browser.ts';
import { type RunningCli, startCli } from './run-cli.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const exitCodes = { ok: 0, signIn: 4, interrupted: 130 };
const address = /^http\S+\/auth\/program\?\S+(?=\n)/m;

describe.skipIf(!hasBrowser)('login --web', () => {
  let folder: string;
  let provider: OpenidProvider;
  let workspace: Workspace;
  let browser: Browser;
  let visitor: Visitor;
  let running: RunningCli;

  beforeAll(async () => {
    [folder, provider, browser] = await Promise.all([
      mkdtemp(path.join(tmpdir(), 'fileshare-e2e-')),
      startOpenidProvider(),
      launchBrowser(),
    ]);
    const certificate = path.join(folder, 'provider.pem');
    await writeFile(certificate, provider.certificate);
    workspace = await createWorkspace({ ...provider.env, NODE_EXTRA_CA_CERTS: certificate });
    visitor = await newVisitor(browser, workspace.server.url, { ignoreHTTPSErrors: true });
  });
  afterEach(() => running?.child.kill());
  afterAll(async () => {
    await browser?.close();
    await workspace?.remove();
    await provider?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const env = () => workspace.strangerEnv();
  const heading = (name: string | RegExp) => visitor.page.getByRole('heading', { name });
  const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();

  /** Somebody without a session on this machine begins, and opens the address that the terminal shows. */
  async function begin(...options: string[]): Promise<string> {
    running = startCli(['login', '--web', ...options], { env: env(), cwd: folder });
    const url = await running.find(address);
    await visitor.page.goto(url);
    return url;
  }

  it('takes an account that a provider made on the way', async () => {
    const { page, problems } = visitor;
    await begin('--json');
    await page.getByRole('link', { name: 'Continue with OpenID Connect' }).click();
    await press('Continue as ada-1');
    await heading(/^Let the terminal program/).waitFor();
    await press('Allow');
    await heading('Signed in').waitFor();
    expect(await page.getByRole('main').textContent()).toContain(`${workspace.server.url} as ada`);
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'login-web-done');
    const { exitCode, stdout } = await running.result;
    expect(exitCode).toBe(exitCodes.ok);
    expect(JSON.parse(stdout)).toEqual({ server: workspace.server.url, username: 'ada' });
    expect(problems).toEqual([]);
  });

  it('signs in an account without a password, which makes keys without one', async () => {
    const create = ['key', 'create', 'ci', '--scope', 'shares:write'];
    const { exitCode, stdout } = await workspace.run(create, { env: env() });
    expect(exitCode).toBe(exitCodes.ok);
    expect(stdout).toMatch(/^fsk_\S+\n$/);
    const { stdout: found } = await workspace.run(['admin', 'users', 'list', '--search', 'ada']);
    expect(found).toMatch(/\tada\tada@example.org\tuser\tactive\t.*\toidc\n$/);
    const wrong = ['login', '--identifier', 'ada', '--password-stdin'];
    const { stderr } = await workspace.run(wrong, { env: env(), stdin: 'no password\n' });
    expect(stderr).toContain(
      `To sign in with OpenID Connect, run: fileshare login ${workspace.server.url} --web`,
    );
  });

  it('gets nothing when the person says no', async () => {
    await begin();
    await press('Deny');
    await heading('Not signed in').waitFor();
    const { exitCode, stderr } = await running.result;
    expect(exitCode).toBe(exitCodes.signIn);
    expect(stderr).toContain('Access was denied in the browser.');
  });

  it('waits until Ctrl-C, whatever else comes', async () => {
    const port = new URL(await begin()).searchParams.get('port');
    await visitor.page.goto(`http://127.0.0.1:${port}/?code=evil&state=other`);
    await heading('Unexpected page').waitFor();
    running.child.kill('SIGINT');
    const { exitCode, stdout } = await running.result;
    expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.interrupted, stdout: '' });
  });
});
