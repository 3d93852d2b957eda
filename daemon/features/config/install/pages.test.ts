import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { NodeClient } from '#sdk/index.js';
import { signIn } from '../../../testing/clients.ts';
import { writePng } from '../../../testing/png.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const Manifest = z.object({
  name: z.string(),
  scope: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })),
  share_target: z.object({ action: z.string(), method: z.string() }),
});

let app: TestApp;
let client: NodeClient;

beforeEach(async () => {
  app = await startApp();
  client = await signIn(app);
});
afterEach(async () => {
  await client.close();
  await app.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });

async function readManifest() {
  const response = await get('/manifest.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  return Manifest.parse(await response.json());
}

it('lets browsers install the page under the name of the instance', async () => {
  await client.configs.update({ body: [{ key: 'general.appName', value: 'Files of "Ann" & Co' }] });
  expect(await readManifest()).toMatchObject({
    name: 'Files of "Ann" & Co',
    scope: '/',
    start_url: '/',
    share_target: { action: '/upload', method: 'POST' },
  });
});

it('has icons of the built-in logo in the sizes that browsers want', async () => {
  const { icons } = await readManifest();
  const sizesFor = (purpose: string) =>
    icons.filter((icon) => icon.purpose === purpose && icon.type === 'image/png').map(({ sizes }) => sizes);
  expect(sizesFor('any')).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(sizesFor('maskable')).toEqual(['192x192', '512x512']);
});

it('has icons of an uploaded logo for every shape, as large as they say', async () => {
  await client.configs.uploadLogo({ file: new Blob([Buffer.from(writePng({ width: 96 }))]) });
  const { icons } = await readManifest();
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['96x96', 'any'],
    ['any', 'any'],
    ['any', 'maskable'],
  ]);
  const plain = await get(icons[0]?.src ?? '');
  expect(Buffer.from(await plain.arrayBuffer()).readUInt32BE(16)).toBe(96);
  const drawn = await get(icons[2]?.src ?? '');
  expect(drawn.headers.get('content-type')).toBe('image/svg+xml');
  expect(drawn.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; img-src data:");
  expect(await drawn.text()).toContain('data:image/png;base64,');
});

it('says that the visitor is offline without needing another file', async () => {
  await client.configs.update({ body: [{ key: 'general.appName', value: 'A <b> C' }] });
  const response = await get('/offline.html', { 'accept-language': 'en' });
  const html = await response.text();
  expect(html).toContain('<h1>You are offline</h1>');
  expect(html).toContain('A &lt;b&gt; C');
  expect(html).not.toMatch(/<script|src=|<link/);
});
