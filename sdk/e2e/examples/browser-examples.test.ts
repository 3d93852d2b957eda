import { basename } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor } from '../../../web/e2e/browser.ts';
import { findExamples } from './find-examples.ts';
import { createProject, type Project } from './project.ts';

/** Picks the files of the example with Uppy, which waits for them. */
const pickFiles = `
uppy.addFile({ name: 'notes.txt', data: input.files[0] });
await uppy.upload();`;
const examples = findExamples()
  .filter(({ where }) => where === 'browser')
  .map((example) => ({
    ...example,
    text: example.text + (example.text.includes('new Uppy') ? pickFiles : ''),
  }));
const password = 'correct horse battery';

/** What the examples take for granted (`globals.d.ts`). */
const startWith = (given: { apiKey: string; password: string }) => `
import * as sdk from './sdk.js';
Object.assign(window, sdk, ${JSON.stringify(given)});
window.client = sdk.createClient({ token: apiKey });
window.sources = sdk.filesFromBlobs(document.querySelector('input').files);
window.files = sources;`;

const html = '<!doctype html><html lang="en"><title>Example</title><input id="input" type="file">';

const fileOf = (name: string) => `${name.replaceAll(/[/:]/g, '-')}.js`;

describe.skipIf(!hasBrowser)('the examples run in Chromium', () => {
  let app: TestApp;
  let browser: Browser;
  let project: Project;
  /** The modules, by file name. */
  let scripts: Map<string, string>;

  beforeAll(async () => {
    [app, browser, project] = await Promise.all([startApp(), launchBrowser(), createProject()]);
    const client = createClient({ baseUrl: app.url });
    await client.session.signIn({ identifier: app.admin.username, password: app.admin.password });
    await client.users.create({ body: { username: 'ann', email: 'ann@example.org', password } });
    const body = { name: 'Page', scopes: ['shares:write' as const], password: app.admin.password };
    const { secret: apiKey } = await client.apiKeys.create({ body });
    await client.close();
    const files = await project.writeExamples(examples, app.url);
    scripts = await bundle(files, project.folder);
    scripts.set('start.js', startWith({ apiKey, password }));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([app?.stop(), project?.remove()]);
  });

  it.each(examples.map(({ name, text }) => [name, text] as const))('%s', async (name, text) => {
    const { page, context, problems } = await newVisitor(browser, app.url);
    await page.route('**/examples/*', (route) => {
      const script = scripts.get(basename(new URL(route.request().url()).pathname));
      return route.fulfill(
        script === undefined
          ? { contentType: 'text/html; charset=utf-8', body: html }
          : { contentType: 'text/javascript; charset=utf-8', body: script },
      );
    });
    await page.goto('/examples/page');
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await page.locator('#input').setInputFiles(file);
    const published = /'@uppy|await client\.uploadFiles/.test(text)
      ? page.waitForResponse((response) => response.url().endsWith('/complete') && response.ok())
      : null;
    // As text: this module's `import` is not that of the page.
    await page.evaluate(
      `import('/examples/start.js').then(() => import('/examples/${fileOf(name)}')).then(() => null)`,
    );
    await published;
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Builds each example, and the SDK for what they take for granted, as a page's bundler does. */
async function bundle(files: readonly string[], folder: string): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: [...files, `${folder}/node_modules/fileshare/dist/sdk/browser.js`],
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: ({ name }) => (name === 'browser' ? 'sdk.js' : `${name}.js`),
          chunkFileNames: '[name].js',
        },
      },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  return new Map(chunks.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])));
}
