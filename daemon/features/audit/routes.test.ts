import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '#sdk/contract/audit.js';
import { type Call, createCaller } from '../../testing/browser.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { addMember, errorOf, signInAs } from '../../testing/members.ts';
import { RawConnection, requestHead } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { storedShare } from '../../testing/stored-share.ts';
import type { AuditEvent } from './types.ts';

const day = 24 * 3_600_000;

let app: TestApp;
let clock: FakeClock;
let headers: Record<string, string>;

beforeEach(async () => {
  clock = createFakeClock();
  app = await startApp({ clock });
  ({ headers } = await signInAs(app, app.admin));
  // Count only what the tests write.
  await app.app.core.uow.transaction(({ audit }) => audit.removeBefore(clock.now() + 1, 1000));
});
afterEach(() => app.stop());

const asAdmin = (path: string) => createCaller(app.url)(path, { headers });

async function list(query = ''): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const { status, body } = await asAdmin(`/audit${query}`);
  expect(status).toBe(200);
  return body as { entries: AuditEntry[]; nextCursor: string | null };
}

async function write(events: readonly (AuditEvent & { by?: string })[], step = 1000): Promise<void> {
  const { uow, audit } = app.app.core;
  const user = await app.app.core.users.findByIdentifier('admin');
  if (!user) throw new Error('no administrator');
  await uow.transaction(async (repos) => {
    for (const { by, ...event } of events) {
      const actor = by === undefined ? null : { id: user.id, username: by };
      await audit.note(repos.audit, { user: actor, apiKey: null, ip: '192.0.2.1', requestId: 'r' }, event);
      clock.advance(step);
    }
  });
}

const subjects = (entries: readonly AuditEntry[]) => entries.map(({ subject }) => subject?.id);
const numbered = (count: number): AuditEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    action: 'share.create',
    subject: { id: `share-${n}`, name: null },
  }));

async function exportLines(query = ''): Promise<AuditEntry[]> {
  const response = await fetch(`${app.url}/api/audit/export${query}`, { headers });
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => AuditEntry.parse(JSON.parse(line)));
}

describe('the list', () => {
  it('is paged, newest first, and loses nothing when entries are added meanwhile', async () => {
    await write(numbered(7));
    const first = await list('?limit=3');
    await write(numbered(2));
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    const third = await list(`?limit=3&cursor=${second.nextCursor}`);
    const all = [...first.entries, ...second.entries, ...third.entries];
    expect(subjects(all)).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `share-${n}`));
    expect(third.nextCursor).toBeNull();
  });

  it('names shares as they are called now, unless another had the link then', async () => {
    await write([{ action: 'share.remove', subject: { id: 'porto', name: null } }]);
    await app.app.core.uow.transaction(({ shares }) =>
      shares.insert(storedShare({ id: 'porto', name: 'Summer in Porto', createdAt: clock.now() })),
    );
    await write([
      { action: 'share.create', subject: { id: 'porto', name: null } },
      { action: 'share.create', subject: { id: 'gone', name: null } },
    ]);
    const { entries } = await list();
    expect(entries.map(({ subject }) => subject?.name)).toEqual([null, 'Summer in Porto', null]);
    expect((await exportLines()).map(({ subject }) => subject?.name)).toEqual([null, null, null]);
  });

  it('shows who did what to what from where', async () => {
    await write([
      { action: 'config.change', by: 'admin', details: { keys: 'general.appName' } },
      { action: 'session.sign_in', result: 'refused', subject: { id: 'x', name: 'ann' } },
    ]);
    const { entries } = await list();
    expect(entries).toMatchObject([
      { action: 'session.sign_in', result: 'refused', actor: null, subject: { id: 'x', name: 'ann' } },
      {
        at: '2026-01-15T12:00:00.000Z',
        action: 'config.change',
        result: 'done',
        actor: { name: 'admin' },
        apiKeyId: null,
        ip: '192.0.2.1',
        subject: null,
        details: { keys: 'general.appName' },
        requestId: 'r',
      },
    ]);
  });

  it.each([
    ['?action=session', ['ann%', 'ben_']],
    ['?action=session.sign_in', ['ann%']],
    ['?result=refused', ['ben_']],
    ['?search=ANN', ['ann%']],
    ['?search=%25', ['ann%']],
    ['?search=_', ['ben_']],
    ['?search=%5C', []],
    ['?search=cleo', ['share']],
    ["?search=' or 1=1 --", []],
    ['?since=2026-01-15T12:00:01.000Z', ['ben_', 'share']],
    ['?until=2026-01-15T12:00:01.000Z', ['ann%']],
    ['?since=2026-01-15T12:00:01.000Z&until=2026-01-15T12:00:02.000Z&result=refused', ['ben_']],
  ])('%s finds %j', async (query, found) => {
    await write([
      { action: 'session.sign_in', subject: { id: 'ann%', name: 'ann%' } },
      { action: 'session.end', result: 'refused', subject: { id: 'ben_', name: 'ben_' } },
      { action: 'share.create', by: 'cleo', subject: { id: 'share', name: null } },
    ]);
    expect(subjects((await list(query)).entries).reverse()).toEqual(found);
    expect(subjects(await exportLines(query))).toEqual(found);
  });

  it.each(['?cursor=x', '?cursor=-1', '?cursor=1e3', '?cursor=1%20or%201'])('refuses %s', async (query) => {
    const answer = await asAdmin(`/audit${query}`);
    expect([answer.status, errorOf(answer)]).toEqual([400, 'malformed_request']);
  });

  it.each([
    '?since=yesterday',
    '?since=2026-02-30T00:00:00Z',
    '?limit=0',
    '?limit=1000',
    '?result=maybe',
    '?action=sess',
    '?action=session.',
    '?other=1',
  ])('refuses %s', async (query) => {
    expect(errorOf(await asAdmin(`/audit${query}`))).toBe('validation_failed');
  });

  it('is for administrators', async () => {
    const ann = await signInAs(app, await addMember(app, 'ann'));
    for (const path of ['/audit', '/audit/export']) {
      const call: Call = createCaller(app.url);
      expect(errorOf(await call(path))).toBe('sign_in_required');
      expect(errorOf(await call(path, { headers: ann.headers }))).toBe('forbidden');
    }
  });
});

describe('the export', () => {
  it('has every entry once, oldest first, a JSON object a line', async () => {
    await write(numbered(1234), 1);
    const response = await fetch(`${app.url}/api/audit/export`, { headers });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-2026-01-15.jsonl"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toMatch(/^\{.*\}\n$/s);
    expect(subjects(await exportLines())).toEqual(numbered(1234).map(({ subject }) => subject?.id));
  });

  it('of nothing is empty', async () => {
    expect(await exportLines()).toEqual([]);
  });

  it('answers HEAD without a body, and goes on', async () => {
    const response = await fetch(`${app.url}/api/audit/export`, { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('reads no further than the receiver takes', async () => {
    const long = 'x'.repeat(2000);
    await write(numbered(100));
    await app.app.core.uow.transaction(async ({ audit }) => {
      const [pattern] = await app.app.core.uow.read.audit.listNewest({}, { before: null, limit: 1 });
      if (!pattern) throw new Error('nothing is written');
      const { id: _id, ...record } = pattern;
      for (let n = 0; n < 8000; n += 1) await audit.insert({ ...record, details: { long } });
    });
    let pages = 0;
    const { audit } = app.app.core.uow.read;
    const readPage = audit.listOldest;
    audit.listOldest = (...input) => {
      pages += 1;
      return readPage(...input);
    };
    const connection = await RawConnection.open(app.url);
    connection.socket.pause();
    await connection.write(requestHead('GET /api/audit/export', headers));
    // Others are served in the meantime; pages that the receiver does not accept are not read.
    for (let n = 0; n < 50; n += 1) await asAdmin('/audit?limit=1');
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(17);
    connection.reset();
    audit.listOldest = readPage;
    expect(await exportLines()).toHaveLength(8100);
  });
});

describe('retention', () => {
  const prune = () => app.app.jobs.run('audit.prune');

  it('removes what is older than a year, all of it and nothing else', async () => {
    await write(numbered(1100));
    clock.advance(365 * day - 100_000);
    await app.app.core.clockWatch.observe();
    await app.app.core.clockWatch.believe();
    await prune();
    const left = await listWritten();
    expect(left).toHaveLength(100);
    expect(left[0]?.subjectId).toBe('share-1000');
  });

  it('keeps everything for ever when told so', async () => {
    await write(numbered(3));
    const change = { method: 'PATCH', headers, json: [{ key: 'general.auditRetention', value: '0' }] };
    expect((await createCaller(app.url)('/configs/admin', change)).status).toBe(200);
    clock.advance(3650 * day);
    await prune();
    expect(await listWritten()).toHaveLength(3);
  });

  it('is not misled by a clock that jumps ahead', async () => {
    await write(numbered(3));
    await prune();
    clock.jump(20 * 365 * day);
    await prune();
    expect(await listWritten()).toHaveLength(3);
  });
});

/** Returns what the tests wrote, whoever may see it. */
const listWritten = () =>
  app.app.core.uow.read.audit.listOldest(
    { action: 'share' },
    { after: 0, last: Number.MAX_SAFE_INTEGER, limit: 2000 },
  );
