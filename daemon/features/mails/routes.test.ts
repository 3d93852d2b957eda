import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Mail } from '#sdk/contract/mails.js';
import { newMailId } from '../../crypto/ids.ts';
import type { ClaimedMail } from '../../mail/outbox-repo.ts';
import { createCaller } from '../../testing/browser.ts';
import { errorOf, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let instance: TestApp;
let headers: Record<string, string>;

beforeAll(async () => {
  instance = await startApp();
  ({ headers } = await signInAs(instance, instance.admin));
});
afterEach(async () => {
  await instance.app.core.database.writer('outbox').delete();
});
afterAll(() => instance.stop());

async function queue(recipient: string, createdAt: number): Promise<ClaimedMail> {
  const id = newMailId();
  const mail = {
    id,
    userId: null,
    about: null,
    kind: 'test',
    recipient,
    message: 'a sealed secret',
    createdAt,
  };
  await instance.app.core.uow.transaction(({ outbox }) =>
    outbox.insert({ ...mail, expiresAt: createdAt + 1000 }),
  );
  return { id, claim: null };
}

const call = (query = '') => createCaller(instance.url)(`/mails?${query}`, { headers });

interface Page {
  mails: Mail[];
  nextCursor: string | null;
}

const list = async (query = '') => (await call(query)).body as Page;

const server = { host: 'mail.example.org', port: 2525 };

it('shows what became of each, newest first, and never the text', async () => {
  const at = Date.UTC(2026, 0, 1);
  const [sent, dead, late] = [
    await queue('a@x.org', at),
    await queue('b@x.org', at + 1),
    await queue('c@x.org', at + 2),
  ];
  await instance.app.core.uow.transaction(async ({ outbox }) => {
    await outbox.markSent(sent, at + 5);
    await outbox.markDead(dead, {
      error: 'EENVELOPE RCPT TO 550 no such user',
      failure: { ...server, problem: 'answer', answer: '550 no such user' },
    });
    await outbox.postpone(late, {
      dueAt: at + 60_000,
      error: 'ESOCKET CONN',
      failure: { ...server, problem: 'noConnection', answer: '' },
    });
  });
  const answer = await call();
  expect(answer.body).toMatchObject({
    mails: [
      {
        recipient: 'c@x.org',
        state: 'queued',
        attempts: 1,
        nextTryAt: '2026-01-01T00:01:00.000Z',
        problem:
          'mail.example.org refused the connection on port 2525. Check the port, and whether a firewall blocks it.',
        error: 'ESOCKET CONN',
      },
      {
        recipient: 'b@x.org',
        state: 'failed',
        attempts: 1,
        nextTryAt: null,
        problem: 'The mail server answered: 550 no such user',
        error: 'EENVELOPE RCPT TO 550 no such user',
      },
      {
        recipient: 'a@x.org',
        state: 'sent',
        sentAt: '2026-01-01T00:00:00.005Z',
        nextTryAt: null,
        problem: null,
        error: null,
      },
    ],
    nextCursor: null,
  });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
});

it('pages through mails of the same moment', async () => {
  const ids = [await queue('a@x.org', 5), await queue('b@x.org', 5), await queue('c@x.org', 4)];
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.mails.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(3);
  expect(seen.at(-1)).toBe(ids[2]?.id);
  expect(new Set(seen)).toEqual(new Set(ids.map(({ id }) => id)));
});

it('finds by state and by part of the address', async () => {
  const failed = await queue('ann@example.org', 1);
  await queue('bob_1@example.org', 2);
  await instance.app.core.uow.transaction(({ outbox }) =>
    outbox.markDead(failed, { error: 'no', failure: { ...server, problem: 'answer', answer: 'no' } }),
  );
  const found = async (query: string) => (await list(query)).mails.map(({ recipient }) => recipient);
  expect(await found('state=failed')).toEqual(['ann@example.org']);
  expect(await found('state=queued')).toEqual(['bob_1@example.org']);
  expect(await found('search=BOB_')).toEqual(['bob_1@example.org']);
  expect(await found('search=%25')).toEqual([]);
});

it.each(['x', '1.2', `9.${'z'.repeat(32)}`])(
  'refuses a position that it has not given: %s',
  async (cursor) => {
    expect(errorOf(await call(`cursor=${cursor}`))).toBe('malformed_request');
  },
);
