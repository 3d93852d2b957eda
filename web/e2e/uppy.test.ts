import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor } from './browser.ts';

let app: TestApp;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  const env = { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' };
  [app, browser, folder] = await Promise.all([
    startApp({ env }),
    launchBrowser(),
    mkdtemp(join(tmpdir(), 'fileshare-uppy-')),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([app?.stop(), rm(folder, { recursive: true, force: true })]);
});

/** A page of the instance's origin that is not ours. */
async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('uppy/page.ts', import.meta.url)), formats: ['es'] },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the page was not built');
  return chunk.code;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const inChunks = { chunkSize: 5_000_000 };

it.skipIf(!hasBrowser).each([
  ['plain Uppy', {}],
  ['Uppy in chunks', inChunks],
])('a page with %s uploads single files and folders', async (_name, options) => {
  const contents = {
    'notes.txt': Buffer.from('a small one'),
    'film.bin': randomBytes(12_000_000),
    nothing: Buffer.alloc(0),
    'photos/2030/Größe.jpg': randomBytes(3000),
  };
  await mkdir(join(folder, 'photos/2030'), { recursive: true });
  for (const [path, bytes] of Object.entries(contents)) await writeFile(join(folder, path), bytes);

  const { page, context, problems } = await newVisitor(browser, app.url);
  const script = await buildScript();
  await page.route('**/uppy', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><title>Uppy</title><input id="files" type="file" multiple>
        <input id="folder" type="file" webkitdirectory><script type="module">${script}</script></html>`,
    }),
  );
  await page.goto('/uppy');
  const single = Object.keys(contents).filter((path) => !path.includes('/'));
  await page.locator('#files').setInputFiles(single.map((path) => join(folder, path)));
  await page.locator('#folder').setInputFiles(join(folder, 'photos'));

  const client = createClient({ baseUrl: app.url });
  const { share, uploadToken } = await client.shares.create({ body: {} });
  const params = { id: share.id };
  const failed = await page.evaluate(
    async ([token, given]) => {
      const inputs = [...document.querySelectorAll('input')];
      const files = inputs.flatMap((input) => [...(input.files ?? [])]);
      return window.upload(files, token, given);
    },
    [uploadToken, options] as const,
  );
  expect(failed).toEqual([]);
  await client.shares.complete({ params }, { token: uploadToken });

  const access = await client.openShare(share.id);
  expect(access.share.fileCount).toBe(4);
  for (const [path, bytes] of Object.entries(contents)) {
    const answer = await fetch(client.directUrl(share.id, path));
    expect([path, digestOf(new Uint8Array(await answer.arrayBuffer()))]).toEqual([path, digestOf(bytes)]);
  }
  expect(problems).toEqual([]);
  await client.close();
  await context.close();
});

declare global {
  interface Window {
    upload(files: readonly File[], uploadToken: string, options: object): Promise<string[]>;
  }
}
