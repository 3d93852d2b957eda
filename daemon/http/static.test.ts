import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtInAccent, builtInLogo } from '#sdk/contract/config/general.js';
import { createStatic, type PageFacts } from './static.ts';

const icons = '<link rel="icon" href="/img/logo.svg"> <link rel="icon" href="/img/logo.png">';
const page = `<html lang="en" data-color-scheme="system" data-accent="#000000"><head><title>Built</title>${icons}</head>page</html>`;

let directory: string;
let url: string;
let close: () => void;
let facts: PageFacts;

beforeEach(() => {
  facts = { locale: 'en', appName: 'Fileshare', logo: builtInLogo, accentColor: builtInAccent };
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fileshare-static-'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'app.js'), 'let a = 1;');
  await writeFile(join(directory, 'app.js.gz'), gzipSync('let a = 1;'));
  const app = new Koa();
  app.use(createStatic(directory, () => facts));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  close = () => server.close();
});

afterAll(async () => {
  close();
  await rm(directory, { recursive: true, force: true });
});

it('sends a file compressed to those who take it, and nothing to those who have it', async () => {
  const plain = await fetch(`${url}/app.js`, { headers: { 'accept-encoding': 'identity' } });
  expect(await plain.text()).toBe('let a = 1;');
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const packed = await fetch(`${url}/app.js`, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.text()).toBe(gunzipSync(gzipSync('let a = 1;')).toString());
  const etag = packed.headers.get('etag') ?? '';
  // Without it fetch requests a fresh copy by itself.
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': etag, 'cache-control': 'max-age=0' };
  const again = await fetch(`${url}/app.js`, { headers });
  expect(again.status).toBe(304);
});

it('answers every address of the page, in the language and colours of the visitor', async () => {
  const headers = { cookie: 'color_scheme=dark; language=xx', accept: 'text/html' };
  const response = await fetch(`${url}/share/abc`, { headers });
  expect(await response.text()).toBe(
    `<html lang="en" data-color-scheme="dark" data-accent="#2a3bd6"><head><title>Fileshare</title>${icons}</head>page</html>`,
  );
});

it('carries the name, logo and accent color of the instance, as text and nothing else', async () => {
  facts = { ...facts, appName: `$& </title><script>'"`, logo: '/img/logo.png?v=a1', accentColor: '#a8431d' };
  const html = await (await fetch(`${url}/`)).text();
  expect(html).toContain('<title>$&amp; &lt;/title&gt;&lt;script&gt;&#39;&quot;</title>');
  expect(html).toContain('data-accent="#a8431d"');
  expect(html.match(/<link[^>]*>/g)).toEqual([
    '<link rel="icon" href="/img/logo.png?v=a1" type="image/png" />',
  ]);
});

it('keeps serving when the files are replaced under it', async () => {
  await rm(join(directory, 'app.js'));
  expect((await fetch(`${url}/app.js`)).status).toBe(200);
});

it('does not leave its folder', async () => {
  const response = await fetch(`${url}/..%2f..%2fetc%2fpasswd`);
  expect(await response.text()).toContain('page');
});
