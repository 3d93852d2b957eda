import { expect, it } from 'vitest';
import { anEntry } from '../../testing/accounts.ts';
import { testContext } from '../../testing/context.ts';
import { readJsonLines } from '../../testing/json-lines.ts';
import { stub } from '../../testing/stub.ts';
import { audit } from './audit.ts';

/** A log of so many entries, in pages as large as they are asked for. */
function logOf(count: number) {
  const list = stub();
  list.mockImplementation(async (input) => {
    const { limit, cursor } = (input as { query: { limit: string; cursor?: string } }).query;
    const start = Number(cursor ?? 0);
    const end = Math.min(count, start + Number(limit));
    const entries = Array.from({ length: end - start }, (_, index) => anEntry({ id: count - start - index }));
    return { entries, nextCursor: end < count ? `${end}` : null };
  });
  return { list, client: { audit: { list } } };
}

it('prints JSON lines into a pipe, all pages', async () => {
  const { client, list } = logOf(450);
  const { context, stdout } = testContext({ client });
  const options = { action: 'session', result: 'done' as const, since: '2030-01-01T00:00:00.000Z' };
  await audit.run(context, { args: [], options });
  const entries = readJsonLines(stdout());
  expect(entries).toHaveLength(450);
  expect(entries[0]).toEqual(anEntry({ id: 450 }));
  expect(list.mock.calls.map(([input]) => input)).toMatchObject([
    { query: { ...options, limit: '200' } },
    { query: { ...options, limit: '200', cursor: '200' } },
    { query: { cursor: '400' } },
  ]);
});

it('stops at the limit, and asks for no more', async () => {
  const { client, list } = logOf(450);
  const { context, stdout } = testContext({ client });
  await audit.run(context, { args: [], options: { limit: 3 } });
  expect(stdout().trimEnd().split('\n')).toHaveLength(3);
  expect(list).toHaveBeenCalledOnce();
});

it('prints a table of the newest on a terminal, and says that there is more', async () => {
  const { client } = logOf(450);
  const { context, stdout, stderr } = testContext({ client });
  context.streams.stdout.isTTY = true;
  await audit.run(context, { args: [], options: {} });
  const lines = stdout().trimEnd().split('\n');
  expect(lines).toHaveLength(51);
  expect(lines[0]).toMatch(/^TIME +RESULT +ACTION +ACTOR +ADDRESS +SUBJECT$/);
  expect(lines[1]).toMatch(/^20\d\d-\d\d-\d\d \d\d:00:00 {2}done +session.sign_in +bob +192.0.2.1 +-$/);
  expect(lines[1]?.indexOf('session')).toBe(lines[0]?.indexOf('ACTION'));
  expect(stderr()).toContain('--limit');
});

it('prints JSON lines on a terminal too when asked', async () => {
  const { client } = logOf(60);
  const { context, stdout } = testContext({ client, options: { json: true } });
  context.streams.stdout.isTTY = true;
  await audit.run(context, { args: [], options: {} });
  expect(readJsonLines(stdout())).toHaveLength(60);
});

it('shows what a refusal was about, without letting names control the terminal', async () => {
  const entry = anEntry({
    result: 'refused',
    actor: null,
    ip: '192.0.2.7',
    subject: { id: 'x', name: 'eve\u001b[2J' },
    details: { reason: 'password\u202e', attempts: 3 },
  });
  const { context, stdout } = testContext({
    client: { audit: { list: async () => ({ entries: [entry], nextCursor: null }) } },
  });
  context.streams.stdout.isTTY = true;
  await audit.run(context, { args: [], options: {} });
  expect(stdout()).toMatch(
    /refused +session.sign_in +- +192\.0\.2\.7 +eve\ufffd\[2J {2}reason=password\ufffd {2}attempts=3\n$/,
  );
});

it('names the machine of the server where somebody acted without an account', async () => {
  const entry = anEntry({ action: 'config.change', actor: null, ip: null });
  const { context, stdout } = testContext({
    client: { audit: { list: async () => ({ entries: [entry], nextCursor: null }) } },
  });
  context.streams.stdout.isTTY = true;
  await audit.run(context, { args: [], options: {} });
  expect(stdout()).toContain("config.change                   server's machine");
});

it('says that there was nothing', async () => {
  const { client } = logOf(0);
  const { context, stdout, stderr } = testContext({ client });
  await audit.run(context, { args: [], options: {} });
  expect([stdout(), stderr()]).toEqual(['', 'No matching entries.\n']);
});
