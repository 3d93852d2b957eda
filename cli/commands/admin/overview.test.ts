import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { PublicAddress } from '#sdk/contract/formats/public-address.js';
import { sampleOverview } from '#sdk/testing/sample-overview.js';
import { testContext } from '../../testing/context.ts';
import { aShare } from '../../testing/shares.ts';
import { stub } from '../../testing/stub.ts';
import { testMail } from './mail/send-test.ts';
import { overview } from './overview.ts';

const figures = sampleOverview({
  mails: { waiting: 1, failed: 2 },
  jobs: { failed: 0, held: 1 },
  storedBytes: 2_500_000_000,
  largestShares: [
    { id: aShare().id, name: 'Film\u001b[2J', owner: null, size: 2_000_000_000, files: 1, cover: [] },
  ],
  days: [
    { day: '2030-01-01', storedBytes: null, shares: 0, uploads: 0, uploadedBytes: 0, downloads: 0 },
    { day: '2030-01-02', storedBytes: 2_500_000_000, shares: 4, uploads: 9, uploadedBytes: 10, downloads: 7 },
  ],
});

const address: PublicAddress = {
  url: 'https://files.example.org',
  isChecked: true,
  problem: null,
  reason: null,
  status: 200,
  expiresAt: '2030-05-09T00:00:00.000Z',
};

async function show(isTTY: boolean, more: Parameters<typeof testContext>[0] = {}) {
  const fetch = stub(() => figures);
  const { client, ...rest } = more;
  const system = { publicAddress: stub(async () => address) };
  const test = testContext({ client: { system, statistics: { overview: fetch }, ...client }, ...rest });
  test.context.streams.stdout.isTTY = isTTY;
  const result = await overview.run(test.context, { args: [], options: { days: 2 } });
  return { fetch, lines: overview.view?.(result, test.context) ?? [], context: test.context };
}

it('shows the figures, the largest shares and the days on a terminal', async () => {
  const { fetch, lines } = await show(true);
  expect(fetch.mock.calls).toMatchObject([[{ query: { days: '2' } }]]);
  const text = lines.join('\n');
  expect(text).toMatch(/Storage used +2\.5 GB/);
  expect(text).toMatch(/Emails +1 waiting, 2 failed/);
  expect(text).toMatch(/Jobs +0 failed, 1 on hold/);
  expect(text).toMatch(/2 GB +1 +- +\S+ +Film\ufffd/);
  expect(lines.at(-1)).toMatch(/^2030-01-02 +2\.5 GB +4 +9 +10 bytes +7$/);
  expect(lines.at(-2)).toMatch(/^2030-01-01 +- /);
});

it('shows the servers, if there can be several', async () => {
  const { lines: few } = await show(true);
  expect(few.join('\n')).not.toContain('Servers');
  const server = { id: 'a', version: '1.2.3', role: 'worker' as const };
  const seen = { startedAt: '2030-01-01T00:00:00.000Z', seenAt: '2030-01-02T00:00:00.000Z' };
  const servers = [{ ...server, ...seen, name: 'node-1\u001b[2J' }];
  const more = { client: { statistics: { overview: stub(() => ({ ...figures, servers })) } } };
  const { lines } = await show(true, more);
  expect(lines.join('\n')).toMatch(/Servers\nSERVER .*\nnode-1\ufffd\[2J +1\.2\.3 +worker +\S+.*2030/);
  expect((await show(false, more)).lines).toContain('servers\t1');
});

it('says that the disk of the database is full', async () => {
  const full = stub(() => ({ ...figures, isDatabaseFull: true }));
  const { lines } = await show(true, { client: { statistics: { overview: full } } });
  expect(lines.join('\n')).toContain('The database disk is full');
});

it('says what keeps visitors from the public address, and what to do', async () => {
  const problem = { ...address, problem: 'certificate_expiring' } as const;
  const system = { publicAddress: stub(async () => problem) };
  const { lines } = await show(true, { client: { system } });
  expect(lines.join('\n')).toContain(
    'Public address: the certificate of files.example.org expires on 2030-05-09\nRenew it',
  );
  expect((await show(false, { client: { system } })).lines).toContain('publicAddressFailed\t1');
  expect((await show(false)).lines).toContain('publicAddressFailed\t0');
});

it('does not alarm where only the server itself gets no connection', async () => {
  const unreachable = { ...address, problem: 'unreachable', reason: 'timeout', status: null } as const;
  const client = { system: { publicAddress: stub(async () => unreachable) } };
  const text = (await show(true, { client })).lines.join('\n');
  expect(text).toContain('could not be checked from here: there was no answer in time');
  expect((await show(false, { client })).lines.join('\n')).not.toContain('publicAddress');
});

it('says with which status the reverse proxy answers', async () => {
  const failing = { ...address, problem: 'server_error', status: 502 } as const;
  const client = { system: { publicAddress: stub(async () => failing) } };
  expect((await show(true, { client })).lines.join('\n')).toContain('answers with status 502\nCheck that');
  expect((await show(false, { client })).lines).toContain('publicAddressFailed\t1');
});

it.each([
  ['do not check their public address', new AppError('not_found')],
  ['fail to', new AppError('internal')],
  ['break the connection', new TypeError('fetch failed')],
])('shows the figures of servers that %s', async (_what, error) => {
  const publicAddress = () => Promise.reject(error);
  const { lines } = await show(false, { client: { system: { publicAddress } } });
  expect(lines).toContain('users\t3');
  expect(lines.join('\n')).not.toContain('publicAddress');
});

it('does not wait long for the public address', async () => {
  const publicAddress = (_input: object, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const started = performance.now();
  const { lines } = await show(false, { client: { system: { publicAddress } } });
  expect(performance.now() - started).toBeLessThan(3000);
  expect(lines).toContain('users\t3');
});

it('says that there is no limit for uploads', async () => {
  const client = { statistics: { overview: stub(() => ({ ...figures, availableBytes: null })) } };
  expect((await show(true, { client })).lines.join('\n')).toMatch(/Free for uploads +no limit/);
  expect((await show(false, { client })).lines).toContain('availableBytes\tunlimited');
});

it('is a name and a number on each line in a pipe', async () => {
  const { lines } = await show(false);
  expect(lines).toContain('storedBytes\t2500000000');
  expect(lines).toContain('mailsFailed\t2');
  for (const line of lines) expect(line).toMatch(/^\w+\t\d+$/);
});

it('says nothing of jobs where it cannot know how they are', async () => {
  const { context } = testContext({
    client: { system: { publicAddress: async () => address }, statistics: { overview: stub(() => figures) } },
  });
  const local = { open: async () => ({ url: '', token: '' }), close: async () => undefined };
  const result = await overview.run({ ...context, local }, { args: [], options: { days: 2 } });
  expect(result.jobs).toBeNull();
  expect(overview.view?.(result, context).join('\n')).not.toContain('jobs');
  context.streams.stdout.isTTY = true;
  expect(overview.view?.(result, context).join('\n')).not.toContain('Jobs');
});

it('sends a test mail and prints what the mail server says', async () => {
  const send = stub(() => ({ answer: '250 2.0.0 Ok: queued\u001b[2J' }));
  const { context, stderr } = testContext({ client: { configs: { testEmail: send } } });
  const result = await testMail.run(context, { args: ['bob@example.org'], options: {} });
  expect(send).toHaveBeenCalledWith({ body: { email: 'bob@example.org' } });
  expect(testMail.view?.(result, context)).toEqual(['250 2.0.0 Ok: queued\ufffd[2J']);
  expect(stderr()).toContain('bob@example.org');
  const wrong = testMail.run(context, { args: ['bob'], options: {} });
  await expect(wrong).rejects.toMatchObject({ exit: 'usage', text: { params: { option: 'bob' } } });
});
