import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish as publishDraft, upload } from '../../testing/drafts.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const clock = createFakeClock(Date.now());
let instance: TestApp;
let owner: Record<string, string>;
const call = (path: string, options = {}) => createCaller(instance.url)(path, options);

beforeAll(async () => {
  instance = await startApp({
    clock,
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    },
  });
  owner = (await signInAs(instance, instance.admin)).headers;
});

afterAll(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
});

async function publish(json: Record<string, unknown> = {}, headers = {}): Promise<Draft> {
  const draft = await createDraft(instance, json, headers);
  expect(await addFile(draft, 'hello.txt')).toBe(201);
  expect(await publishDraft(instance, draft)).toBe(200);
  return draft;
}

const addFile = async (draft: Draft, path: string, text = 'content') =>
  (await upload(instance, draft, { path, text })).status;

const bearer = ({ token }: Draft) => ({ authorization: `Bearer ${token}` });

const open = (id: string, json: unknown = {}, headers = {}) => call(`/shares/${id}/token`, { json, headers });

const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error: string }).error,
];

describe('creating', () => {
  it('answers a draft with its link and an upload token', async () => {
    const { status, body } = await call('/shares', {
      json: { name: 'Photos', expiration: '1-day' },
      headers: owner,
    });
    expect(status).toBe(201);
    const { share } = body as { share: Record<string, unknown> };
    expect(share).toMatchObject({ state: 'draft', name: 'Photos', fileCount: 0, hasPassword: false });
    expect(share['url']).toBe(`http://localhost:${new URL(instance.url).port}/s/${String(share['id'])}`);
    expect(share['id']).toMatch(/^[A-Za-z0-9]{16}$/);
  });

  it('refuses a link that differs only in capitals from one in use', async () => {
    await createDraft(instance, { id: 'Holiday-2026' });
    expect(errorOf(await call('/shares', { json: { id: 'HOLIDAY-2026' } }))).toEqual([409, 'share_id_taken']);
    const { body } = await call('/shares/isShareIdAvailable/holiday-2026');
    expect(body).toEqual({ available: false });
  });

  it.each([
    [{ id: 'a/b' }, 'id', 'share_id'],
    [{ id: 'ab' }, 'id', 'too_short'],
    [{ expiration: 'tomorrow' }, 'expiration', 'expiration'],
    [{ expiration: '2090-02-30T00:00:00Z' }, 'expiration', 'expiration'],
    [{ maxViews: 0 }, 'maxViews', 'too_small'],
    [{ maxViews: '3' }, 'maxViews', 'not_number'],
    [{ maxViews: 2.5 }, 'maxViews', 'not_integer'],
    [{ ownerId: 'x' }, 'ownerId', 'unknown_key'],
    [{ state: 'active' }, 'state', 'unknown_key'],
    [{ name: 'x'.repeat(101) }, 'name', 'too_long'],
    [{ name: 'a\u0000b' }, 'name', 'invalid'],
    [{ name: 'a\nb' }, 'name', 'invalid'],
    [{ name: '\u202egpj.exe' }, 'name', 'invalid'],
    [{ name: '\ud800' }, 'name', 'invalid'],
    [{ description: 'a\u0000b' }, 'description', 'invalid'],
    [{ description: '\ud800' }, 'description', 'invalid'],
  ])('refuses %j and names the field', async (json, field, code) => {
    const answer = await call('/shares', { json });
    expect(errorOf(answer)).toEqual([400, 'validation_failed']);
    expect((answer.body as { issues: unknown[] }).issues[0]).toMatchObject({ field, code });
  });

  it('keeps the lines and tabs of a message, and the letters of a name', async () => {
    const json = { name: 'שלום 👩‍👧', description: 'one\r\n\ttwo \u202dlines' };
    const { body } = await call('/shares', { json });
    expect((body as { share: unknown }).share).toMatchObject(json);
  });

  it('refuses anonymous shares unless they are allowed', async () => {
    const closed = await startApp();
    try {
      const answer = await createCaller(closed.url)('/shares', { json: {} });
      expect(errorOf(answer)).toEqual([401, 'share_anonymous_disabled']);
    } finally {
      await closed.stop();
    }
  });
});

describe('completing', () => {
  it('refuses an empty share', async () => {
    const draft = await createDraft(instance);
    const answer = await call(`/shares/${draft.id}/complete`, { method: 'POST', headers: bearer(draft) });
    expect(errorOf(answer)).toEqual([409, 'share_empty']);
  });

  it('answers the same when repeated', async () => {
    const share = await publish();
    const again = await call(`/shares/${share.id}/complete`, { method: 'POST', headers: bearer(share) });
    expect(again.body).toMatchObject({ state: 'active', fileCount: 1, size: 7 });
  });

  it('takes no file afterwards', async () => {
    expect(await addFile(await publish(), 'late.txt')).toBe(409);
  });

  it('counts the time span from the moment the link works', async () => {
    const draft = await createDraft(instance, { expiration: '1-hour' });
    await addFile(draft, 'a.txt');
    clock.advance(600_000);
    const { body } = await call(`/shares/${draft.id}/complete`, { method: 'POST', headers: bearer(draft) });
    expect(Date.parse((body as { expiresAt: string }).expiresAt)).toBe(clock.now() + 3_600_000);
  });
});

describe('a draft whose date has passed', () => {
  const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
  const complete = (draft: Draft) =>
    call(`/shares/${draft.id}/complete`, { method: 'POST', headers: bearer(draft) });

  it('is not published, and keeps its files for another date', async () => {
    const headers = owner;
    const draft = await createDraft(instance, { expiration: inMinutes(1) }, headers);
    await addFile(draft, 'a.txt');
    clock.advance(60_000);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(errorOf(await complete(draft))).toEqual([400, 'share_expiration_past']);
    const owned = await call(`/shares/${draft.id}/owner`, { headers });
    expect(owned.body).toMatchObject({
      state: 'draft',
      fileCount: 1,
      completedAt: null,
      can: { edit: true },
    });
    const json = { expiration: inMinutes(5) };
    expect((await call(`/shares/${draft.id}`, { method: 'PATCH', json, headers })).status).toBe(200);
    expect((await complete(draft)).body).toMatchObject({ state: 'active', expiresAt: json.expiration });
  });

  it('is published if the expiry is the default, shortened to the limit of the instance', async () => {
    const ownClock = createFakeClock(clock.now());
    const limited = await startApp({
      clock: ownClock,
      env: {
        FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
        FILESHARE_CONFIG_SHARE_MAX_EXPIRATION: '1',
      },
    });
    const draft = await createDraft(limited);
    await upload(limited, draft, { path: 'a.txt', text: 'content' });
    ownClock.advance(2 * 3_600_000);
    const { body } = await createCaller(limited.url)(`/shares/${draft.id}/complete`, {
      method: 'POST',
      headers: bearer(draft),
    });
    const expiresAt = new Date(ownClock.now() + 3_600_000).toISOString();
    expect(body).toMatchObject({ state: 'active', expiresAt });
    await limited.stop();
  });
});

describe('opening', () => {
  it('asks strangers to open first, then shows the share', async () => {
    const { id } = await publish();
    const closed = await call(`/shares/${id}`);
    expect(errorOf(closed)).toEqual([403, 'share_token_required']);
    expect((closed.body as { params: unknown }).params).toEqual({ maxViews: 0 });
    const { body } = await open(id);
    const headers = { 'x-share-token': (body as { token: string }).token };
    expect((await call(`/shares/${id}`, { headers })).body).toMatchObject({ id, fileCount: 1 });
  });

  it('keeps one cookie for several shares, and counts a returning browser once', async () => {
    const browse = createBrowser(instance.url);
    const shares = [await publish({}, owner), await publish({}, owner)];
    for (const { id } of [...shares, ...shares]) await browse(`/shares/${id}/token`, { json: {} });
    expect(browse.cookies.size).toBe(1);
    expect(browse.cookies.get('share_token')?.attributes.get('samesite')).toBe('lax');
    for (const { id } of shares) {
      expect((await browse(`/shares/${id}`)).status).toBe(200);
      expect((await call(`/shares/${id}/owner`, { headers: owner })).body).toMatchObject({ visitors: 1 });
    }
  });

  it('wants the password, and only the right one', async () => {
    const { id } = await publish({ password: 'open sesame' });
    expect(errorOf(await call(`/shares/${id}`))).toEqual([403, 'share_password_required']);
    expect(errorOf(await open(id))).toEqual([403, 'share_password_required']);
    expect(errorOf(await open(id, { password: 'open Sesame' }))).toEqual([403, 'share_password_wrong']);
    expect((await open(id, { password: 'open sesame' })).status).toBe(200);
  });

  it('grants exactly as many views as there are to a hundred at once', async () => {
    const { id } = await publish({ maxViews: 3 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => open(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(errorOf(await call(`/shares/${id}`))).toEqual([403, 'share_view_limit']);
  });

  it.each([
    [
      'a token of another share',
      async () => {
        const { body } = await open((await publish()).id);
        return (body as { token: string }).token;
      },
    ],
    ['a token nobody issued', async () => `fsv_${'A'.repeat(43)}`],
    ['nonsense', async () => "' or 1=1 --"],
  ])('does not accept %s', async (_name, makeToken) => {
    const { id } = await publish();
    const headers = { 'x-share-token': await makeToken() };
    expect(errorOf(await call(`/shares/${id}`, { headers }))).toEqual([403, 'share_token_required']);
    expect(errorOf(await call(`/shares/${id}/archive`, { headers }))).toEqual([403, 'share_token_required']);
  });

  it('ends a share token an hour after its last use', async () => {
    const { id } = await publish({ expiration: '1-week' });
    const { body } = await open(id);
    const headers = { 'x-share-token': (body as { token: string }).token };
    clock.advance(50 * 60_000);
    expect((await call(`/shares/${id}`, { headers })).status).toBe(200);
    clock.advance(50 * 60_000);
    expect((await call(`/shares/${id}`, { headers })).status).toBe(200);
    clock.advance(61 * 60_000);
    expect(errorOf(await call(`/shares/${id}`, { headers }))).toEqual([403, 'share_token_required']);
    owner = (await signInAs(instance, instance.admin)).headers;
  });

  it('closes at the expiry, before any job has run', async () => {
    const { id } = await publish({ expiration: '1-hour' });
    const { body } = await open(id);
    const headers = { 'x-share-token': (body as { token: string }).token };
    clock.advance(3_600_001);
    expect(errorOf(await call(`/shares/${id}`, { headers }))).toEqual([404, 'share_not_found']);
    expect(errorOf(await open(id))).toEqual([404, 'share_not_found']);
    owner = (await signInAs(instance, instance.admin)).headers;
  });

  it('says that the sender is uploading', async () => {
    const { id } = await createDraft(instance);
    expect(errorOf(await open(id))).toEqual([404, 'share_uploading']);
  });
});

describe('listing and removing', () => {
  it('pages through the shares of the owner only', async () => {
    const mine = [];
    for (let index = 0; index < 5; index++) {
      mine.push((await publish({ name: `paged ${index}` }, owner)).id);
      clock.advance(1000);
    }
    await publish({ name: 'paged by nobody' });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await call(`/shares?limit=2&search=paged${cursor && `&cursor=${cursor}`}`, {
        headers: owner,
      });
      const page = body as { shares: { id: string }[]; nextCursor: string | null };
      seen.push(...page.shares.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(seen).toEqual(mine.reverse());
  });

  it('needs a session', async () => {
    expect(errorOf(await call('/shares'))).toEqual([401, 'sign_in_required']);
  });

  it('removes for the owner, keeps the link from being given out again, and purges the bytes', async () => {
    const { id } = await publish({}, owner);
    const { body } = await open(id);
    const headers = { 'x-share-token': (body as { token: string }).token };
    expect((await call(`/shares/${id}`, { method: 'DELETE', headers: owner })).status).toBe(204);
    expect(errorOf(await call(`/shares/${id}`, { headers }))).toEqual([404, 'share_removed']);
    expect(errorOf(await call('/shares', { json: { id } }))).toEqual([409, 'share_id_taken']);
    await expect
      .poll(async () => (await instance.app.core.uow.read.shares.findById(id))?.purgedAt)
      .toBeTruthy();
  });

  it('is not for strangers, visitors, or the uploader of a published share', async () => {
    const share = await publish();
    const { body } = await open(share.id);
    const visitor = { 'x-share-token': (body as { token: string }).token };
    for (const headers of [{}, visitor, bearer(share)]) {
      expect(errorOf(await call(`/shares/${share.id}`, { method: 'DELETE', headers }))).toEqual([
        401,
        'sign_in_required',
      ]);
    }
    expect(errorOf(await call(`/shares/${share.id}/owner`, { headers: visitor }))).toEqual([
      401,
      'sign_in_required',
    ]);
  });

  it('lets the uploader discard a draft', async () => {
    const draft = await createDraft(instance);
    await addFile(draft, 'a.txt');
    expect((await call(`/shares/${draft.id}`, { method: 'DELETE', headers: bearer(draft) })).status).toBe(
      204,
    );
    expect(await addFile(draft, 'b.txt')).toBe(404);
  });
});
