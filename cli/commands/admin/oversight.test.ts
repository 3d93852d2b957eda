import { describe, expect, it } from 'vitest';
import type { Job } from '#sdk/contract/jobs.js';
import type { Mail } from '#sdk/contract/mails.js';
import type { AdminShare } from '#sdk/contract/shares.js';
import { aUser } from '../../testing/accounts.ts';
import { testContext } from '../../testing/context.ts';
import { aShare } from '../../testing/shares.ts';
import { stub } from '../../testing/stub.ts';
import { list as listJobs } from './jobs/list.ts';
import { runJob } from './jobs/run.ts';
import { list as listMails } from './mail/list.ts';
import { list as listShares } from './shares/list.ts';

describe('admin shares list', () => {
  const owner = { id: aUser().id, username: 'bob' };
  const shares: AdminShare[] = [
    { ...aShare(), owner },
    { ...aShare(), owner: null },
  ];

  it('finds the owner by name and shows whose they are', async () => {
    const listAll = stub(() => ({ shares, nextCursor: null }));
    const users = { list: async () => ({ users: [aUser()], nextCursor: null, total: 1 }) };
    const { context } = testContext({ client: { shares: { listAll }, users } });
    const options = { owner: 'bob', sort: 'size', order: 'desc', limit: 50 } as const;
    const result = await listShares.run(context, { args: [], options });
    expect(listAll.mock.calls).toMatchObject([[{ query: { owner: owner.id, sort: 'size' } }]]);
    expect(listShares.view?.(result, context).map((line) => line.split('\t').at(-1))).toEqual(['bob', '']);
    context.streams.stdout.isTTY = true;
    expect(listShares.view?.(result, context)[0]).toMatch(/NAME +OWNER$/);
  });
});

const job: Job = {
  name: 'shares.expire',
  everySeconds: 60,
  isRunning: false,
  lastStartedAt: '2030-01-01T10:00:00.000Z',
  lastFinishedAt: '2030-01-01T10:00:01.000Z',
  hasFailed: false,
  nextRunAt: '2030-01-01T10:01:01.000Z',
  notice: null,
};

describe('admin jobs', () => {
  it('are lines with tabs in a pipe', () => {
    const jobs: Job[] = [job, { ...job, notice: 'clock_jump' }, { ...job, hasFailed: true, nextRunAt: null }];
    expect(listJobs.view?.({ jobs }, testContext().context)).toEqual([
      'shares.expire\tdone\t2030-01-01T10:00:01.000Z\t2030-01-01T10:01:01.000Z\t60\t',
      'shares.expire\theld\t2030-01-01T10:00:01.000Z\t2030-01-01T10:01:01.000Z\t60\tclock_jump',
      'shares.expire\tfailed\t2030-01-01T10:00:01.000Z\t\t60\t',
    ]);
  });

  it('say on a terminal what is held back, and what to do', () => {
    const { context } = testContext();
    context.streams.stdout.isTTY = true;
    const lines = listJobs.view?.({ jobs: [{ ...job, notice: 'clock_jump' }] }, context) ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain('shares.expire is on hold');
  });

  it.each([
    [false, 'ok'],
    [true, 'failure'],
  ])('run now; failed %s ends with %s', async (hasFailed, exit) => {
    const run = stub(() => ({ ...job, hasFailed }));
    const { context } = testContext({ client: { jobs: { run } } });
    const result = await runJob.run(context, { args: ['shares.expire'], options: {} });
    expect(run).toHaveBeenCalledWith({ params: { name: 'shares.expire' } });
    expect(runJob.exit?.(result)).toBe(exit);
  });
});

describe('admin mail list', () => {
  it('tells what became of each mail', async () => {
    const mail: Mail = {
      id: 'm1',
      kind: 'shareRecipient',
      recipient: 'bob@example.org',
      state: 'failed',
      attempts: 8,
      createdAt: '2030-01-01T10:00:00.000Z',
      sentAt: null,
      nextTryAt: null,
      problem: '550 no such\nmailbox',
      error: null,
    };
    const fetch = stub(() => ({ mails: [mail], nextCursor: null }));
    const { context } = testContext({ client: { mails: { list: fetch } } });
    const result = await listMails.run(context, { args: [], options: { state: 'failed', limit: 10 } });
    expect(fetch.mock.calls).toMatchObject([[{ query: { state: 'failed', limit: '10' } }]]);
    expect(listMails.view?.(result, context)).toEqual([
      'm1\t2030-01-01T10:00:00.000Z\tfailed\tbob@example.org\tshareRecipient\t8\t\t\t550 no such\ufffdmailbox',
    ]);
  });
});
