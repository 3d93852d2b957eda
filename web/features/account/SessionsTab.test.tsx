import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { ActiveSession } from '#sdk/contract/sessions.js';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { SessionsTab } from './SessionsTab.tsx';

const session = (id: string, userAgent: string, isCurrent = false) =>
  ({
    id,
    isCurrent,
    userAgent,
    ip: '192.0.2.1',
    createdAt: new Date().toISOString(),
    lastUsedAt: new Date().toISOString(),
    expiresAt: new Date().toISOString(),
  }) as ActiveSession;

beforeEach(async () => {
  vi.spyOn(client.sessions, 'list').mockResolvedValue([
    session('a', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', true),
    session('b', 'fileshare/0.1.0'),
    session('c', 'curl/8.14.1'),
  ]);
  await renderPage(<SessionsTab />);
  await screen.findByText('Firefox on Linux');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the list of sessions', () => {
  it('marks the current one, which cannot be ended here', () => {
    const [current] = screen.getAllByRole('listitem');
    expect(current?.textContent).toContain('This session');
    expect(screen.getAllByRole('button', { name: /^End session: / })).toHaveLength(2);
  });

  it('ends one', async () => {
    const end = vi.spyOn(client.sessions, 'end').mockResolvedValue(undefined);
    await userEvent.click(screen.getByRole('button', { name: /fileshare in a terminal/ }));
    expect(end).toHaveBeenCalledWith({ params: { id: 'b' } });
  });

  it('ends all others after a question, and stays at the question when that fails', async () => {
    const endOthers = vi.spyOn(client.sessions, 'endOthers').mockRejectedValueOnce(new AppError('internal'));
    await userEvent.click(screen.getByRole('button', { name: 'End all other sessions' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/^2 other sessions end/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'End sessions' }));
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'An unknown error occurred. Try again. If it happens again, tell the administrator.',
    );
    endOthers.mockResolvedValueOnce({ ended: 2 });
    await userEvent.click(dialog.getByRole('button', { name: 'End sessions' }));
    expect(await screen.findByText('2 sessions ended')).toBeTruthy();
  });
});
