import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FileSource, NodeClient } from '#sdk/index.js';
import { signIn } from '../../testing/clients.ts';
import { createReverseShare, type TestReverseShare } from '../../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { hashOldLink } from './old-links.ts';

let app: TestApp;
let client: NodeClient;

beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  client = await signIn(app);
});
afterAll(() => app.stop());

interface Shared {
  id: string;
  fileId: string;
  /** The address of the file in Pingvin Share, whose ids are written with dashes. */
  link: string;
}

async function share(
  options: { password?: string; maxViews?: number } = {},
  path = 'Ünder/a b.png',
): Promise<Shared> {
  const content = Buffer.from('content');
  const source: FileSource = {
    path,
    size: content.length,
    fingerprint: '',
    async *open(start, end) {
      yield content.subarray(start, end);
    },
  };
  const { share: made } = await client.uploadFiles([source], { share: options });
  const { files } = await client.files.listOwned({ params: { id: made.id } });
  const fileId = files[0]?.id ?? '';
  const uuid = fileId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id: made.id, fileId, link: `/api/shares/${made.id}/files/${uuid}` };
}

async function visit(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(app.url + path, { redirect: 'manual', headers });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    disposition: answer.headers.get('content-disposition')?.split(';')[0],
    headers: answer.headers,
    text: await answer.text(),
  };
}

const saved = { status: 200, disposition: 'attachment', text: 'content' };
const shown = { status: 200, disposition: 'inline', text: 'content' };

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const addLink = (path: string, target: string) =>
  app.app.core.uow.transaction(({ imports }) => imports.addLink(hashOldLink(path), target as never));

it('answers the links of files and archives at once, for programs that follow no redirect', async () => {
  const { id, link } = await share();
  expect(await visit(link)).toMatchObject(saved);
  expect(await visit(`${link}?recipient=x`)).toMatchObject(saved);
  expect(await visit(link.toUpperCase().replace(/^.*FILES/, `/api/shares/${id}/files`))).toMatchObject(saved);
  expect(await visit(`/api/shares/${id}/files/zip`)).toMatchObject(saved);
  expect(await visit(link, { range: 'bytes=3-' })).toMatchObject({ status: 206, text: 'tent' });
  const head = await fetch(app.url + link, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '7']);
});

it.each([
  ['a.png', 'inline', 'image/png'],
  ['a.txt', 'inline', 'text/plain; charset=utf-8'],
  ['a.html', 'attachment', 'text/plain; charset=utf-8'],
  ['a.svg', 'attachment', 'text/plain; charset=utf-8'],
  ['a.pdf', 'attachment', 'application/pdf'],
])('shows %s as %s where Pingvin Share did, and isolates it', async (path, disposition, type) => {
  const { link } = await share({}, path);
  const answer = await visit(`${link}?download=false&recipient=x`);
  expect(answer).toMatchObject({ ...shown, disposition });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': type,
    'content-security-policy': expect.stringMatching(/^sandbox;/) as string,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

it('asks for the password of the share, on its page if the client is a browser', async () => {
  const { id, link } = await share({ password: 'secret words' });
  for (const path of [link, `${link}?download=false`, `/api/shares/${id}/files/zip`]) {
    const refused = await visit(path);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Basic /),
    ]);
    expect(await visit(path, { 'x-share-password': 'wrong' })).toMatchObject({ status: 401 });
    expect(await visit(path, { 'x-share-password': 'secret words' })).toMatchObject({ text: 'content' });
    const page = await visit(path, browser);
    expect(page).toMatchObject({
      status: 303,
      location: `/share/${id}`,
      text: `See Other: /share/${id}\n`,
    });
    expect(page.headers.get('www-authenticate')).toBeNull();
  }
});

it('never passes by the view limit of a share', async () => {
  const { id, link } = await share({ maxViews: 1 });
  for (const path of [link, `/api/shares/${id}/files/zip`]) {
    expect(await visit(path)).toMatchObject({ status: 403, location: null });
    expect(await visit(path, browser)).toMatchObject({ status: 303, location: `/share/${id}` });
  }
});

it('refuses links of unknown shares and files', async () => {
  const { link } = await share();
  expect(await visit(link.replace(/.{12}$/, '000000000000'))).toMatchObject({ status: 404 });
  expect(await visit(link.replace(/shares\/[^/]+/, 'shares/unknown'))).toMatchObject({ status: 404 });
});

it('shows a file without its share only if anyone may download it', async () => {
  const [open, locked] = await Promise.all([share(), share({ password: 'secret words' })]);
  const [one, two] = ['/e/clq0of00000001o3v8z4k2m1n', '/e/clq0of00000002o3v8z4k2m1n'];
  await addLink(one, locked.fileId);
  expect((await visit(one)).disposition).toBeUndefined();
  await addLink(one, open.fileId);
  await addLink(two, locked.fileId);
  expect(await visit(one)).toMatchObject(shown);
  expect((await visit(two)).disposition).toBeUndefined();
});

it.each(['/upload/7f0a3c9e-0d5b-4c88-9d0e-6a1de2b8f001', '/upload/short', '/r/my-alias'])(
  'redirects %s to the page of its reverse share until that is deleted',
  async (path) => {
    const made: TestReverseShare = await createReverseShare(client);
    expect(await visit(path)).toMatchObject({ location: null });
    await addLink(path, made.id);
    expect(await visit(`${path}?a=b`)).toMatchObject({ status: 303, location: `/upload/${made.token}?a=b` });
    await client.reverseShares.remove({ params: { id: made.id } });
    expect(await visit(path)).toMatchObject({ location: null });
  },
);

it('limits guesses of old links of reverse shares', async () => {
  const made = await createReverseShare(client);
  await addLink('/r/known', made.id);
  const guesser = { 'x-forwarded-for': '198.51.100.7' };
  const statuses = new Set<number>();
  for (let n = 0; n < 200 && !statuses.has(429); n += 1)
    statuses.add((await visit(`/r/guess${n}`, guesser)).status);
  expect(statuses).toContain(429);
  expect((await visit('/r/known', guesser)).status).toBe(429);
});
