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

async function share(options: { password?: string; maxViews?: number } = {}): Promise<Shared> {
  const content = Buffer.from('content');
  const source: FileSource = {
    path: 'Ünder/a b.png',
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
  await answer.body?.cancel();
  return { status: answer.status, location: answer.headers.get('location') };
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const addLink = (path: string, target: string) =>
  app.app.core.uow.transaction(({ imports }) => imports.addLink(hashOldLink(path), target as never));

it('redirects the links of files and archives to direct links', async () => {
  const { id, link } = await share();
  const direct = `/d/${id}/%C3%9Cnder/a%20b.png`;
  expect(await visit(link)).toEqual({ status: 303, location: direct });
  expect(await visit(`${link}?download=false&recipient=x`)).toEqual({ status: 303, location: direct });
  expect(await visit(link.toUpperCase().replace(/^.*FILES/, `/api/shares/${id}/files`))).toMatchObject({
    location: direct,
  });
  expect(await visit(`/api/shares/${id}/files/zip`)).toEqual({ status: 303, location: `/d/${id}` });
  const answer = await fetch(app.url + link);
  expect(await answer.text()).toBe('content');
});

it('asks for the password of the share, on its page if the client is a browser', async () => {
  const { id, link } = await share({ password: 'secret words' });
  expect(await visit(link)).toEqual({ status: 401, location: null });
  expect(await visit(link, { 'x-share-password': 'wrong' })).toMatchObject({ status: 401 });
  expect(await visit(link, { 'x-share-password': 'secret words' })).toMatchObject({ status: 303 });
  expect(await visit(link, browser)).toEqual({ status: 303, location: `/share/${id}` });
  const archive = await fetch(`${app.url}/api/shares/${id}/files/zip`);
  await archive.body?.cancel();
  expect(archive.status).toBe(401);
});

it('never passes by the view limit of a share', async () => {
  const { id, link } = await share({ maxViews: 1 });
  expect(await visit(link)).toEqual({ status: 403, location: null });
  expect(await visit(link, browser)).toEqual({ status: 303, location: `/share/${id}` });
  const archive = await fetch(`${app.url}/api/shares/${id}/files/zip`);
  await archive.body?.cancel();
  expect(archive.status).toBe(403);
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
  expect(await visit(one)).toMatchObject({ location: null });
  await addLink(one, open.fileId);
  await addLink(two, locked.fileId);
  expect(await visit(one)).toEqual({ status: 303, location: `/d/${open.id}/%C3%9Cnder/a%20b.png` });
  expect(await visit(two)).toMatchObject({ location: null });
});

it.each(['/upload/7f0a3c9e-0d5b-4c88-9d0e-6a1de2b8f001', '/upload/short', '/r/my-alias'])(
  'redirects %s to the page of its reverse share until that is deleted',
  async (path) => {
    const made: TestReverseShare = await createReverseShare(client);
    expect(await visit(path)).toMatchObject({ location: null });
    await addLink(path, made.id);
    expect(await visit(`${path}?a=b`)).toEqual({ status: 303, location: `/upload/${made.token}?a=b` });
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
