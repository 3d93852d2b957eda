import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#sdk/index.js';
import { startApp, type TestApp } from '../../daemon/testing/start-app.ts';
import { hasBrowser, launchBrowser, newVisitor, submitSignIn, type Visitor } from './browser.ts';
import { makePdf } from './sample-media.ts';
import { shareFiles } from './share-files.ts';

/** What a file would do if it could: read as the one who looks at it, and leave a mark. */
const script = `document.title='pwned';top.pwned=1;localStorage.setItem('pwned','1');fetch('/api/users?pwned')`;
const html = `<!doctype html><body onload="${script}"><script>${script}</script><img src=x onerror="${script}"></body>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script>${script}</script></head></html>`;
const styled = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="style.xsl"?>${xhtml.slice(21)}`;
const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><script xmlns="http://www.w3.org/1999/xhtml">${script}</script></xsl:template></xsl:stylesheet>`;
const markdown = `Hello

<script>${script}</script>

<img src=x onerror="${script}">

<iframe srcdoc="<script>${script}</script>"></iframe>

[link](javascript:${encodeURIComponent(script)})

[other](data:text/html,${encodeURIComponent(html)})

![picture](/api/users?pwned)

<a href="javascript:${script}">raw</a>
`;

const files = new Map<string, Buffer | string>([
  ['page.html', html],
  ['page.htm', html],
  ['page.xhtml', xhtml],
  ['page.xht', xhtml],
  ['page.shtml', html],
  ['page.mht', html],
  ['image.svg', svg],
  ['image.svgz', svg],
  ['data.xml', xhtml],
  ['styled.xml', styled],
  ['style.xsl', stylesheet],
  ['feed.rss', xhtml],
  ['script.js', script],
  ['manifest.json', html],
  ['scripted.pdf', makePdf(2, `app.alert('pwned'); this.submitForm('/api/users?pwned'); ${script}`)],
  ['renamed.txt', html],
  ['renamed.png', html],
  ['renamed.jpg', svg],
  ['renamed.mp4', html],
  ['renamed.mp3', html],
  ['renamed.pdf', html],
  ['renamed.md', html],
  ['renamed.csv', html],
  ['renamed.ts', html],
  ['no-extension', html],
  ['odd.zzz', html],
  ['notes.md', markdown],
]);

describe.skipIf(!hasBrowser)('files that would like to run, opened by an administrator', () => {
  let app: TestApp;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  /** For files that are opened by their address. */
  let tab: Page;
  let shareId: string;
  const fileIds = new Map<string, string>();
  const requested: string[] = [];

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(), launchBrowser()]);
    const share = await shareFiles(app, files);
    shareId = share.id;
    visitor = await newVisitor(browser, app.url);
    ({ page } = visitor);
    visitor.context.on('request', (request) => requested.push(request.url()));
    await page.goto('/auth/signIn');
    await submitSignIn(page, app.admin);
    await page.waitForURL('**/upload');
    tab = await visitor.context.newPage();
    const client = createClient({ baseUrl: app.url });
    await client.openShare(shareId);
    for await (const { id, path } of client.listAllFiles(shareId)) fileIds.set(path, id);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  /** What a script of a file has done, if one was run. */
  async function marksOn(place: Page): Promise<unknown[]> {
    const marks = await place.evaluate(() => {
      const stored = () => {
        try {
          return localStorage.getItem('pwned');
        } catch {
          return null;
        }
      };
      return [document.title === 'pwned', 'pwned' in window, stored() !== null];
    });
    return [...marks, ...requested.filter((url) => url.includes('/api/users?pwned'))];
  }

  const clean = [false, false, false];

  it('would be noticed', async () => {
    await tab.goto('/upload');
    // The page sets its own title when it is there.
    await expect.poll(() => tab.title()).toContain(' · ');
    await tab.evaluate(script);
    await expect.poll(() => marksOn(tab)).toEqual([true, true, true, `${app.url}/api/users?pwned`]);
    await tab.evaluate(() => localStorage.clear());
    await tab.goto('about:blank');
    requested.length = 0;
  });

  it.each([...files.keys()])('do not run when %s is opened by its address', async (path) => {
    const file = `/api/shares/${shareId}/files/${fileIds.get(path)}`;
    const addresses = [file, `${file}?disposition=inline`, `/d/${shareId}/${path}`];
    for (const address of addresses) {
      // A download is no page: the tab stays as it was.
      const refusal = await tab.goto(address).then(
        () => '',
        (error: Error) => error.message,
      );
      expect(refusal).toMatch(/^$|Download is starting|ERR_ABORTED/);
      const marks = await marksOn(tab);
      expect(marks.slice(0, 2), address).toEqual([false, false]);
    }
    expect(await marksOn(page)).toEqual(clean);
  });

  it.each([...files.keys()])('do not run when %s is looked at in place', async (path) => {
    await page.goto(`/share/${shareId}?${new URLSearchParams({ file: path })}`);
    const stage = page.getByRole('dialog').getByRole('region', { name: 'Preview' });
    await stage.waitFor();
    await stage.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    const isShown = async () =>
      (await stage.locator('p, pre, img, canvas, audio, video').count()) > 0 && (await marksOn(page));
    await expect.poll(isShown).toEqual(clean);
    expect(await stage.locator('script, iframe, object, embed').count()).toBe(0);
    expect(await stage.locator('[href^="javascript:" i], [href^="data:" i]').count()).toBe(0);
  });

  it('have read nothing as the administrator', () => {
    expect(requested.filter((url) => url.includes('pwned'))).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(app.url) && !url.startsWith('blob:'))).toEqual([]);
  });
});
