import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtInAccent, builtInLogo } from '#sdk/contract/config/general.js';
import type { FirstAnswers } from './first-answers.ts';
import { createStatic, type PageFacts } from './static.ts';

const icons =
  '<link rel="icon" href="/img/logo.svg"> <link rel="icon" href="/img/logo.png"> <link rel="apple-touch-icon" href="/img/apple-touch-icon.png">';
const dock = '<template id="early-dock"><div data-early-dock></div></template>';
const page = `<html lang="en" data-color-scheme="system" data-accent="#000000"><head><title>Built</title>${icons}</head>page<noscript></noscript>${dock}<script type="module" src="/m.js"></script></html>`;

const noScript =
  'This page needs JavaScript. To download the files of a share without it, replace /share/ in the address with /d/.';
const noAnswers = '<script type="application/json" id="first-answers">{}</script>';

const manifest = {
  'index.html': { file: 'assets/index-1.js' },
  'early/visit.ts': { file: 'assets/early-1.js' },
  'features/share-view/ShareViewPage.tsx': { file: 'assets/share-1.js', imports: ['index.html'] },
  '../sdk/i18n/locales/en.json?part=everybody': { file: 'assets/en-1.js' },
};
const links = ['en', 'share']
  .map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}-1.js">`)
  .join('');

const scripts =
  '<link rel="modulepreload" crossorigin href="/m.js" data-main><script type="module" async crossorigin src="/assets/early-1.js"></script>';
const writtenDock = dock
  .replace('early-dock"', 'early-dock" data-all="Download all" data-one="Download" data-locale="en"')
  .replace('-dock>', '-dock style="--light:#2a3bd6;--on-light:#ffffff;--dark:#a2bbff;--on-dark:#091235">');

let directory: string;
let url: string;
let close: () => void;
let facts: PageFacts;
let first: FirstAnswers;

beforeEach(() => {
  first = { isSignedIn: false, isKnown: true, answers: {} };
  facts = {
    locale: 'en',
    appName: 'Fileshare',
    logo: builtInLogo,
    accentColor: builtInAccent,
    compressesArchives: false,
  };
});

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fileshare-static-'));
  await writeFile(join(directory, 'index.html'), page);
  await writeFile(join(directory, 'app.js'), 'let a = 1;');
  await writeFile(join(directory, 'app.js.gz'), gzipSync('let a = 1;'));
  await writeFile(join(directory, 'app.js.br'), brotliCompressSync('let a = 1;'));
  await writeFile(join(directory, 'font.woff2'), 'glyphs');
  await mkdir(join(directory, '.vite'));
  await writeFile(join(directory, '.vite/manifest.json'), JSON.stringify(manifest));
  const app = new Koa();
  app.use(
    createStatic(
      directory,
      () => facts,
      async () => first,
    ),
  );
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

it('sends a file that the build has not compressed as it is', async () => {
  const response = await fetch(`${url}/font.woff2`, { headers: { 'accept-encoding': 'br, gzip' } });
  expect(await response.text()).toBe('glyphs');
  expect(response.headers.get('content-encoding')).toBeNull();
});

it('answers every address of the page, in the language and colours of the visitor', async () => {
  const headers = { cookie: 'color_scheme=dark; language=xx', accept: 'text/html' };
  const response = await fetch(`${url}/share/abc`, { headers });
  expect(await response.text()).toBe(
    `<html lang="en" dir="ltr" data-color-scheme="dark" data-accent="#2a3bd6"><head><title>Fileshare</title>${icons}${links}${noAnswers}</head>page<noscript>${noScript}</noscript>${writtenDock}${scripts}</html>`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('says in the language of the visitor what to do without scripts', async () => {
  const html = await (await fetch(`${url}/share/abc`, { headers: { cookie: 'language=de' } })).text();
  expect(html).toContain('<html lang="de" dir="ltr"');
  expect(html).toMatch(/<noscript>Diese Seite braucht JavaScript\. .*<\/noscript>/);
});

it('carries the name, logo and accent color of the instance, as text and nothing else', async () => {
  facts = { ...facts, appName: `$& </title><script>'"`, logo: '/img/logo.png?v=a1', accentColor: '#a8431d' };
  const html = await (await fetch(`${url}/`)).text();
  expect(html).toContain('<title>$&amp; &lt;/title&gt;&lt;script&gt;&#39;&quot;</title>');
  expect(html).toContain('data-accent="#a8431d"');
  expect(html.match(/<link rel="[^"]*icon"[^>]*>/g)).toEqual([
    '<link rel="icon" href="/img/logo.png?v=a1" type="image/png" />',
    '<link rel="apple-touch-icon" href="/img/logo.png?v=a1" />',
  ]);
});

it('writes texts and colours into the download that a visitor sees first', async () => {
  const read = async (path: string) => {
    const headers = { cookie: 'language=de', 'accept-language': 'de-CH,en;q=0.5' };
    return (await fetch(`${url}${path}`, { headers })).text();
  };
  expect(await read('/share/abc')).toContain(
    '<template id="early-dock" data-all="Alle herunterladen" data-one="Herunterladen" data-locale="de-CH">' +
      '<div data-early-dock style="--light:#2a3bd6;--on-light:#ffffff;--dark:#a2bbff;--on-dark:#091235"></div>',
  );
  const empty = '<template id="early-dock"><div data-early-dock></div>';
  expect(await read('/upload')).toContain(empty);
  // The page waits until the archive is there.
  facts = { ...facts, compressesArchives: true };
  expect(await read('/share/abc')).toContain(empty);
});

it('brings answers along, as data and nothing else', async () => {
  const body = { name: '</script><script>alert(1)</script><!--' };
  first = { isSignedIn: false, isKnown: true, answers: { '/api/shares/abc': { status: 200, body } } };
  const html = await (await fetch(`${url}/share/abc`)).text();
  const [, block = ''] =
    /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(block)).toEqual(first.answers);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(html).not.toContain('<!--');
});

it('compresses the page of strangers only: those signed in have secrets in theirs', async () => {
  const body = { name: 'a'.repeat(5000) };
  first = { isSignedIn: false, isKnown: true, answers: { '/api/shares/abc': { status: 200, body } } };
  const read = () => fetch(`${url}/share/abc`, { headers: { 'accept-encoding': 'gzip, br' } });
  const packed = await read();
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect(packed.headers.get('vary')).toBe('Cookie, Accept-Language, Accept-Encoding');
  first = { ...first, isSignedIn: true };
  expect((await read()).headers.get('content-encoding')).toBeNull();
});

it('names the scripts that come next', async () => {
  const html = await (await fetch(`${url}/share/abc`)).text();
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/share-1.js">');
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/en-1.js">');
  expect(html).not.toContain('index-1.js');
  expect(await (await fetch(`${url}/`)).text()).not.toContain('share-1.js');
});

it('asks for a share before the first script of the page is there', async () => {
  const read = async (path: string) => (await fetch(url + path)).text();
  expect(await read('/share/abc')).toContain(scripts);
  expect(await read('/')).not.toContain('early-1.js');
  first = { ...first, isKnown: false };
  expect(await read('/share/abc')).not.toContain('early-1.js');
});

it('keeps serving when the files are replaced under it', async () => {
  await rm(join(directory, 'app.js'));
  expect((await fetch(`${url}/app.js`)).status).toBe(200);
});

it('does not leave its folder', async () => {
  const response = await fetch(`${url}/..%2f..%2fetc%2fpasswd`);
  expect(await response.text()).toContain('page');
});
