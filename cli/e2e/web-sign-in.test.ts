import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  expectAccessibleEverywhere,
  hasBrowser,
  keepScreenshots,
  launchBrowser,
  newVisitor,
  type Visitor,
} from '../../web/e2e/browser.ts';
import { type RunningCli, startCli } from './run-cli.ts';
import { admin } from './server.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const exitCodes = { ok: 0, signIn: 4, interrupted: 130 };
const address = /^http\S+\/auth\/program\?\S+(?=\n)/m;

describe.skipIf(!hasBrowser)('login --web', () => {
  let workspace: Workspace;
  let browser: Browser;
  let visitor: Visitor;
  let running: RunningCli;

  beforeAll(async () => {
    [workspace, browser] = await Promise.all([createWorkspace(), launchBrowser()]);
    visitor = await newVisitor(browser, workspace.server.url);
  });
  afterEach(() => running?.child.kill());
  afterAll(async () => {
    await browser?.close();
    await workspace?.remove();
  });

  /** A person without a session on this machine begins, and opens the address that the terminal shows. */
  async function begin(...options: string[]): Promise<string> {
    const { env, folder } = stranger();
    running = startCli(['login', '--web', ...options], { env, cwd: folder });
    const url = await running.find(address);
    await visitor.page.goto(url);
    return url;
  }
  const stranger = () => ({ env: workspace.strangerEnv(), folder: workspace.folder });
  const heading = (name: string | RegExp) => visitor.page.getByRole('heading', { name });
  const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();

  it('takes the account of the browser, after its person has signed in there and allowed it', async () => {
    const { page, problems } = visitor;
    await begin('--json');
    await page.getByLabel('E-mail or user name').fill(admin.username);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await press('Sign in');
    await heading(/^Let the terminal program/).waitFor();
    await press('Allow');
    await heading('Signed in').waitFor();
    expect(await page.getByRole('main').textContent()).toContain(`${workspace.server.url} as ann`);
    await expectAccessibleEverywhere(page);
    await keepScreenshots(page, 'login-web-done');
    const { exitCode, stdout } = await running.result;
    expect(exitCode).toBe(exitCodes.ok);
    expect(JSON.parse(stdout)).toEqual({ server: workspace.server.url, username: 'ann' });
    const { env } = stranger();
    expect((await workspace.run(['whoami'], { env })).stdout).toBe('ann\n');
    expect(problems).toEqual([]);
  });

  it('gets nothing when the person says no', async () => {
    await begin();
    await press('Deny');
    await heading('Not signed in').waitFor();
    const { exitCode, stderr } = await running.result;
    expect(exitCode).toBe(exitCodes.signIn);
    expect(stderr).toContain('It was not allowed in the browser.');
  });

  it('waits until Ctrl-C, whatever else comes', async () => {
    const url = await begin();
    const port = new URL(url).searchParams.get('port');
    const { page } = visitor;
    await page.goto(`http://127.0.0.1:${port}/?code=evil&state=other`);
    await heading('Nothing waits for this page').waitFor();
    running.child.kill('SIGINT');
    const { exitCode, stdout } = await running.result;
    expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.interrupted, stdout: '' });
  });
});
