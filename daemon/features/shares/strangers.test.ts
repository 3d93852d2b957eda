import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata, sendTus } from '../../testing/tus.ts';

/** What a stranger gains from trying, with the limits of a new installation. */

const minute = 60_000;

let app: TestApp;
let clock: FakeClock;

beforeEach(async () => {
  clock = createFakeClock();
  app = await startApp({
    clock,
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
afterEach(() => app.stop());

const attacker = { 'x-forwarded-for': '203.0.113.9' };

const call = (path: string, json?: unknown, headers: Record<string, string> = attacker) =>
  createCaller(app.url)(path, { headers, ...(json !== undefined && { json }) });

async function createShare(json: unknown = {}): Promise<Draft> {
  const draft = await createDraft(app, json);
  await upload(app, draft, { path: 'a.txt', text: 'text' });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

async function countErrors(count: number, attempt: (n: number) => ReturnType<typeof call>) {
  const counts: Record<string, number> = {};
  for (let n = 0; n < count; n += 1) {
    const kind = errorOf(await attempt(n)) ?? 'ok';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

describe('links that lead nowhere', () => {
  it('are counted, and then right and wrong ones look the same', async () => {
    const share = await createShare();
    const tries: ((n: number) => ReturnType<typeof call>)[] = [
      (n) => call(`/shares/unknown${n}`),
      (n) => call(`/shares/unknown${n}/token`, {}),
      (n) => call(`/shares/unknown${n}/files`),
      (n) => call(`/shares/unknown${n}/owner`),
    ];
    for (const attempt of tries) {
      expect(await countErrors(15, attempt)).toEqual({ share_not_found: 15 });
    }
    expect(errorOf(await call('/shares/unknown/visit', {}))).toBe('too_many_requests');
    for (const id of ['unknown', share.id]) {
      const answer = await call(`/shares/${id}/token`, {});
      expect([answer.status, errorOf(answer)]).toEqual([429, 'too_many_requests']);
      expect(answer.headers.get('retry-after')).toBe('600');
      expect(errorOf(await call(`/shares/${id}`))).toBe('too_many_requests');
    }
    clock.advance(10 * minute);
    expect((await call(`/shares/${share.id}/token`, {})).status).toBe(200);
  });

  it('do not cut off who is in already, owners, and other networks', async () => {
    const share = await createShare();
    const { token } = (await call(`/shares/${share.id}/token`, {})).body as { token: string };
    const { headers } = await signInAs(app, app.admin);
    expect(await countErrors(70, (n) => call(`/shares/unknown${n}`))).toEqual({
      share_not_found: 60,
      too_many_requests: 10,
    });
    const path = `/shares/${share.id}`;
    expect((await call(path, undefined, { ...attacker, 'x-share-token': token })).status).toBe(200);
    expect((await call(path, undefined, { ...attacker, ...headers })).status).toBe(200);
    expect((await call(`${path}/token`, {}, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
    const gone = await call('/shares/unknown', undefined, { ...attacker, ...headers });
    expect(errorOf(gone)).toBe('share_not_found');
  });

  it('cannot be found out by asking whether they are free', async () => {
    const ask = (n: number) => call(`/shares/isShareIdAvailable/free${n}`);
    expect(await countErrors(65, ask)).toEqual({ ok: 60, too_many_requests: 5 });
    expect(errorOf(await call('/shares/unknown'))).toBe('too_many_requests');
  });
});

describe('the password of a share', () => {
  const guess = (id: string, headers = attacker) =>
    call(`/shares/${id}/token`, { password: 'wrong' }, headers);

  it('is tried twenty times from one address, and does not cost who knows it a try', async () => {
    const { id } = await createShare({ password: 'open sesame' });
    for (let n = 0; n < 30; n += 1) {
      expect((await call(`/shares/${id}/token`, { password: 'open sesame' })).status).toBe(200);
    }
    expect(await countErrors(25, () => guess(id))).toEqual({
      share_password_wrong: 20,
      too_many_requests: 5,
    });
    // Refused before it is checked: right and wrong look the same.
    expect(errorOf(await call(`/shares/${id}/token`, { password: 'open sesame' }))).toBe('too_many_requests');
  });

  it('is tried fifty times from everywhere, and stays open for who knows it', async () => {
    const { id } = await createShare({ password: 'open sesame' });
    const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
    const counts = await countErrors(60, (n) => guess(id, from(n)));
    expect(counts).toEqual({ share_password_wrong: 51, too_many_requests: 9 });
    clock.advance(5000);
    const answer = await call(`/shares/${id}/token`, { password: 'open sesame' }, from(200));
    expect(answer.status).toBe(200);
  });

  it('that is missing is no try, and tells what the share tells everybody', async () => {
    const { id } = await createShare({ password: 'open sesame' });
    const counts = await countErrors(30, () => call(`/shares/${id}/token`, {}));
    expect(counts).toEqual({ share_password_required: 30 });
    expect(errorOf(await call(`/shares/${id}`))).toBe('share_password_required');
  });
});

describe('the token of an upload', () => {
  const bearer = ({ token }: Draft) => ({ authorization: `Bearer ${token}` });
  const complete = async (draft: Draft) =>
    createCaller(app.url)(`/shares/${draft.id}/complete`, { method: 'POST', headers: bearer(draft) });

  async function visit({ id }: Draft): Promise<void> {
    const { token } = (await call(`/shares/${id}/token`, {})).body as { token: string };
    const files = await call(`/shares/${id}/files`, undefined, { ...attacker, 'x-share-token': token });
    const [file] = (files.body as { files: { id: string }[] }).files;
    const content = `${app.url}/api/shares/${id}/files/${file?.id}`;
    expect((await fetch(content, { headers: { 'x-share-token': token } })).status).toBe(200);
    await app.app.jobs.run('files.count-downloads');
  }

  const nothing = { visitors: 0, downloads: 0, lastAccessAt: null };

  it('tells nothing of visitors, neither of a share without an account', async () => {
    const share = await createShare();
    await visit(share);
    expect((await complete(share)).body).toMatchObject({ state: 'active', fileCount: 1, ...nothing });
    for (const path of [`/shares/${share.id}/owner`, `/shares/${share.id}/owner/files`]) {
      expect(errorOf(await call(path, undefined, bearer(share)))).toBe('sign_in_required');
    }
    const { headers } = await signInAs(app, app.admin);
    const { body } = await call(`/shares/${share.id}/owner`, undefined, headers);
    expect(body).toMatchObject({ visitors: 1, downloads: 1 });
  });

  it('nor of a share to which an account adds files', async () => {
    const { headers } = await signInAs(app, app.admin);
    const share = await createDraft(app, { name: 'Ours' }, headers);
    await upload(app, share, { path: 'a.txt', text: 'text' });
    await publish(app, share);
    await visit(share);
    expect((await complete(share)).body).toMatchObject(nothing);
    const append = await call(`/shares/${share.id}/append`, {}, headers);
    const { uploadToken } = append.body as { uploadToken: string };
    expect(append.body).toMatchObject({ share: { visitors: 1 } });
    for (let n = 0; n < 2; n += 1) {
      const { body } = await complete({ id: share.id, token: uploadToken });
      expect(body).toMatchObject({ name: 'Ours', ...nothing });
    }
    const { body } = await createCaller(app.url)(`/shares/${share.id}/complete`, { method: 'POST', headers });
    expect(body).toMatchObject({ visitors: 1, downloads: 1 });
  });
});

it('makes twenty shares an hour without an account', async () => {
  expect(await countErrors(25, () => call('/shares', {}))).toEqual({ ok: 20, too_many_requests: 5 });
  const { headers } = await signInAs(app, app.admin);
  expect((await call('/shares', {}, { ...attacker, ...headers })).status).toBe(201);
});

it('creates 600 uploads a minute', async () => {
  const draft = await createDraft(app);
  const create = async (n: number) => {
    const { error } = await sendTus(`${app.url}/api/uploads`, {
      method: 'POST',
      token: draft.token,
      headers: { 'upload-length': '1', 'upload-metadata': metadata({ shareId: draft.id, filename: `${n}` }) },
    });
    return error ?? 'ok';
  };
  const answers: string[] = [];
  for (let n = 0; n < 610; n += 10) {
    answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => create(n + at)))));
  }
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(600);
  expect(answers.filter((answer) => answer === 'too_many_requests')).toHaveLength(10);
}, 60_000);

it('leaves notes of what it did, and from where', async () => {
  const draft = await createShare({ name: 'Holiday' });
  const { headers } = await signInAs(app, app.admin);
  await createCaller(app.url)(`/shares/${draft.id}`, { method: 'DELETE', headers });
  await createCaller(app.url)(`/shares/${draft.id}`, { method: 'DELETE', headers });
  const patch = { method: 'PATCH', headers, json: [{ key: 'general.appName', value: 'Our secret' }] };
  await createCaller(app.url)('/configs/admin', patch);
  const { body } = await createCaller(app.url)('/audit', { headers });
  const { entries } = body as { entries: { action: string }[] };
  // As it is called now; the log itself knows the ID only.
  const subject = { id: draft.id, name: 'Holiday' };
  expect(entries.filter(({ action }) => /^(share|config|setup)/.test(action)).toReversed()).toMatchObject([
    { action: 'setup.claim', actor: null, ip: null, subject: { name: 'admin' } },
    { action: 'share.create', actor: null, ip: '127.0.0.1', subject },
    { action: 'share.complete', actor: null, ip: '127.0.0.1', subject },
    { action: 'share.remove', actor: { name: 'admin' }, ip: '127.0.0.1', subject },
    { action: 'config.change', actor: { name: 'admin' }, details: { keys: 'general.appName' } },
  ]);
  expect(JSON.stringify(body)).not.toContain('Our secret');
  expect(JSON.stringify(await app.app.core.database.reader('audit'))).not.toMatch(/Our secret|Holiday/);
});

it('names the owner of a share that was uploaded with its token alone', async () => {
  const { headers } = await signInAs(app, app.admin);
  const draft = await createDraft(app, {}, headers);
  await upload(app, draft, { path: 'a.txt', text: 'a' });
  await publish(app, draft);
  const { body } = await createCaller(app.url)('/audit?action=share.complete', { headers });
  expect(body).toMatchObject({ entries: [{ actor: { name: 'admin' }, subject: { id: draft.id } }] });
});
