import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '#sdk/contract/jobs.js';
import { renderPage } from '../../testing/render-page.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { JobsPage } from './JobsPage.tsx';

const purge: Job = {
  name: 'shares.purge',
  everySeconds: 60,
  isRunning: false,
  lastStartedAt: '2030-01-01T00:00:00.000Z',
  lastFinishedAt: '2030-01-01T00:00:01.000Z',
  hasFailed: false,
  nextRunAt: '2030-01-01T00:01:00.000Z',
  notice: null,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(jobs: readonly Job[], after: Partial<Job> = {}) {
  const requests = stubServer({
    'GET /jobs': () => ({ status: 200, body: { jobs } }),
    'POST /clock/confirm': () => ({ status: 204 }),
    'POST /jobs/shares.purge/run': () => ({ status: 200, body: { ...purge, ...after } }),
  });
  await renderPage(<JobsPage />);
  await screen.findAllByRole('cell');
  return requests;
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

describe('jobs', () => {
  it('are told in words, unknown ones by their name', async () => {
    await open([purge, { ...purge, name: 'new.job' }]);
    expect(screen.getByText('Delete the files of removed and expired shares')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Run now: new.job' })).toBeTruthy();
  });

  it('show failed, running and never run ones as such', async () => {
    await open([
      { ...purge, name: 'failed.job', hasFailed: true },
      { ...purge, name: 'running.job', isRunning: true },
      { ...purge, name: 'first.job', lastStartedAt: null, lastFinishedAt: null },
    ]);
    expect(within(rowOf('failed.job')).getAllByText('Failed')).toHaveLength(2);
    expect(within(rowOf('running.job')).getAllByText('Running')).toHaveLength(2);
    expect(within(rowOf('first.job')).getByText('Not yet')).toBeTruthy();
  });

  it('explain why files are kept after the clock has jumped', async () => {
    await open([{ ...purge, notice: 'clock_jump' }]);
    expect(screen.getByText(/^The server's clock has jumped/)).toBeTruthy();
    expect(within(rowOf('shares.purge')).getAllByText('On hold')).toHaveLength(2);
  });

  it('let an administrator confirm the clock, who is asked first', async () => {
    const requests = await open([{ ...purge, notice: 'clock_jump' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm the clock' }));
    const dialog = await screen.findByRole('dialog', { name: "Is the server's clock right?" });
    expect(requests.map(({ route }) => route)).not.toContain('POST /clock/confirm');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete the files' }));
    expect(await screen.findByText(/^The clock is confirmed/)).toBeTruthy();
    expect(requests.map(({ route }) => route)).toContain('POST /clock/confirm');
  });

  it('say that the disk of the database is full, which nobody can confirm', async () => {
    await open([{ ...purge, name: 'database.ballast', notice: 'database_full' }]);
    expect(screen.getByText(/^The database disk is full/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirm the clock' })).toBeNull();
  });

  it.each([
    [{}, 'Done: Delete the files'],
    [{ hasFailed: true }, 'Failed: Delete the files'],
    [{ notice: 'clock_jump' as const }, 'On hold: Delete the files'],
    [{ isRunning: true }, 'Still running: Delete the files'],
  ])('are run now, and say how it ended: %o', async (after, outcome) => {
    const requests = await open([purge], after);
    await userEvent.click(screen.getByRole('button', { name: /^Run now/ }));
    expect(await screen.findByText(new RegExp(`^${outcome}`))).toBeTruthy();
    expect(requests.map(({ route }) => route)).toContain('POST /jobs/shares.purge/run');
  });
});
