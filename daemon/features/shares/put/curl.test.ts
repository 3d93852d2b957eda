import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../testing/browser.ts';
import { findViolations } from '../../../testing/check-invariants.ts';
import { signInAs } from '../../../testing/members.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

/** The commands of the guide. */

const run = promisify(execFile);
const content = 'line of the report\n'.repeat(200_000);

let app: TestApp;
let directory: string;
let key: string;

beforeAll(async () => {
  app = await startApp();
  directory = await mkdtemp(join(tmpdir(), 'fileshare-curl-'));
  await writeFile(join(directory, 'my report.txt'), content);
  const { headers } = await signInAs(app, app.admin);
  const json = { name: 'curl', scopes: ['shares:write'], password: app.admin.password };
  const { body } = await createCaller(app.url)('/users/me/apiKeys', { json, headers });
  key = (body as { secret: string }).secret;
});

afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
  await rm(directory, { recursive: true });
});

const curl = async (...args: string[]) => (await run('curl', ['-sS', ...args], { cwd: directory })).stdout;

const upload = (...args: string[]) => curl('-T', 'my report.txt', ...args);

/** Downloads the only file of a share as `got` by its link. */
async function download(link: string, ...args: string[]): Promise<string> {
  await curl('-fo', 'got', ...args, link.trim().replace('/s/', '/d/'));
  return readFile(join(directory, 'got'), 'utf8');
}

describe('curl -T', () => {
  it('appends the name of the file, and prints the link', async () => {
    const link = await upload('-H', `Authorization: Bearer ${key}`, `${app.url}/u/`);
    expect(link).toMatch(/^http:\/\/\S+\/s\/\w+\n$/);
    expect(await download(link)).toBe(content);
  });

  it('signs in with a user name and password, also when it waits to be asked', async () => {
    expect(await download(await upload('-u', `:${key}`, `${app.url}/u/`))).toBe(content);
    expect(await download(await upload('--anyauth', '-u', `:${key}`, `${app.url}/u/`))).toBe(content);
  });

  it('sets details and a password', async () => {
    const address = `${app.url}/u/report.txt?expiration=1-day&name=Report`;
    const link = await upload('-u', `:${key}`, '-H', 'X-Share-Password: open sesame', address);
    expect(await download(link, '-u', ':open sesame')).toBe(content);
  });

  it('prints what is wrong on one line, and fails with -f', async () => {
    expect(await upload(`${app.url}/u/`)).toMatch(/^Uploading here requires an API key\. .+\n$/);
    await expect(upload('-f', `${app.url}/u/`)).rejects.toMatchObject({ code: 22 });
  });

  it('cannot send what another program prints: its size is not known', async () => {
    const script = `printf abc | curl -sS -T - -u :${key} ${app.url}/u/a.txt`;
    expect((await run('sh', ['-c', script])).stdout).toMatch(/^The server needs to know the size/);
  });
});
