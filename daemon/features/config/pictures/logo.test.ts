import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NodeClient } from '#sdk/index.js';
import { createRepos } from '../../../app/repos.ts';
import { createBrowser } from '../../../testing/browser.ts';
import { createUser, outcomeOf, password, signIn } from '../../../testing/clients.ts';
import { signInAs } from '../../../testing/members.ts';
import { writePng } from '../../../testing/png.ts';
import { RawConnection, requestHead } from '../../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { openDatabaseIn } from '../../../testing/test-database.ts';

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

const upload = (bytes: Uint8Array) => client.configs.uploadLogo({ file: new Blob([Buffer.from(bytes)]) });
const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });
const publicLogo = async () => {
  const variables = await client.configs.list();
  return variables.find(({ key }) => key === 'general.logo')?.value ?? null;
};
const sizeOf = async (response: Response) => (await response.arrayBuffer()).byteLength;

it('shows an uploaded picture to everybody at once, under an address of its own', async () => {
  const picture = writePng({ width: 32 });
  const { value, isSet } = await upload(picture);
  expect(value).toMatch(/^\/img\/logo\.png\?v=[\w-]{22}$/);
  expect([isSet, await publicLogo()]).toEqual([true, value]);

  const response = await get(value ?? '');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(picture);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  const html = await (await get('/', { accept: 'text/html' })).text();
  expect(html).toContain(`href="${value}"`);
});

it('lets who has the picture ask whether it is still the same', async () => {
  await upload(writePng({ width: 32 }));
  const first = await get('/img/logo.png');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const again = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
  expect((await get('/img/logo.png', again)).status).toBe(304);
  await upload(writePng({ width: 64 }));
  expect((await get('/img/logo.png', again)).status).toBe(200);
});

it('does not promise an old address for ever once there is another picture', async () => {
  const { value } = await upload(writePng({ width: 32 }));
  await upload(writePng({ width: 64 }));
  expect((await get(value ?? '')).headers.get('cache-control')).toBe('no-cache');
});

it('goes back to the built-in picture, and keeps nothing of the other', async () => {
  const builtIn = await sizeOf(await get('/img/logo.png'));
  await upload(writePng({ width: 32 }));
  await client.configs.update({ body: [{ key: 'general.logo', value: '' }] });
  expect(await publicLogo()).toBe(null);
  expect(await sizeOf(await get('/img/logo.png'))).toBe(builtIn);
  expect(await app.app.core.uow.read.instanceFiles.find('general.logo')).toBe(null);
});

it('keeps the picture over a restart', async () => {
  const { value } = await upload(writePng({ width: 32 }));
  app = await app.restart();
  expect((await get(value ?? '')).headers.get('cache-control')).toContain('immutable');
});

it('shows a picture that another process has stored', async () => {
  const { value } = await upload(writePng({ width: 32 }));
  const content = writePng({ width: 64 });
  const database = openDatabaseIn(app.dataDir);
  await createRepos(database.writer).instanceFiles.save('general.logo', { version: 'b2', content }, 1);
  await database.close();
  await expect.poll(async () => sizeOf(await get(value ?? ''))).toBe(content.length);
});

it('writes down who changed it', async () => {
  await upload(writePng({ width: 32 }));
  const { entries } = await client.audit.list({ query: { action: 'config.change' } });
  expect(entries).toMatchObject([{ actor: { name: 'admin' }, details: { keys: 'general.logo' } }]);
});

it('keeps the picture it has when another one is refused', async () => {
  const { value } = await upload(writePng({ width: 32 }));
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
  expect(await outcomeOf(upload(jpeg))).toBe('logo_not_png');
  expect(await outcomeOf(upload(writePng({ width: 32, height: 16 })))).toBe('logo_not_square');
  expect(await outcomeOf(upload(Buffer.alloc(2_000_001)))).toBe('body_too_large');
  expect(await outcomeOf(upload(Buffer.alloc(3_000_000)))).toBe('body_too_large');
  expect(await publicLogo()).toBe(value);
});

it('takes no address in place of a picture', async () => {
  const body = [{ key: 'general.logo', value: '/img/logo.png?v=x' }];
  expect(await outcomeOf(client.configs.update({ body }))).toBe('config_invalid');
});

it('is nobody else’s business', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']));
  const address = `${app.url}/api/configs/admin/logo`;
  expect((await fetch(address, { method: 'POST', body: form })).status).toBe(401);
  const { email, password } = app.admin;
  const browser = createBrowser(app.url);
  await browser('/auth/signIn', { json: { email, password } });
  const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const forged = await fetch(address, { method: 'POST', body: form, headers: { cookie } });
  expect(await forged.json()).toMatchObject({ error: 'cross_site_request' });
});

it('is refused when the account lost its rights while the picture was on its way', async () => {
  const { id } = await createUser(client, 'ann', { isAdmin: true });
  const { accessToken } = await signInAs(app, { username: 'ann', password });
  const boundary = 'b'.repeat(30);
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`),
    writePng({ width: 32 }),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const connection = await RawConnection.open(app.url);
  await connection.write(
    requestHead('POST /api/configs/admin/logo', {
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': body.length,
      Expect: '100-continue',
    }),
  );
  // Now the server knows who sends it.
  expect((await connection.answer())?.status).toBe(100);
  await client.users.update({ params: { id }, body: { isAdmin: false } });
  await connection.write(body);
  expect([401, 403]).toContain((await connection.answer())?.status);
  connection.socket.destroy();
  expect(await publicLogo()).toBe(null);
});
