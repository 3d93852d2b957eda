import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { NotificationsTab } from './NotificationsTab.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('turns an email on at once', async () => {
  const before = { firstDownload: false, dailyDownloads: true, expiresTomorrow: false };
  vi.spyOn(client.ownerMails, 'get').mockResolvedValue(before);
  const update = vi
    .spyOn(client.ownerMails, 'update')
    .mockResolvedValue({ ...before, expiresTomorrow: true });
  await renderPage(<NotificationsTab />, '/account/notifications');
  const wanted = await screen.findByRole('switch', { name: 'The day before a share expires' });
  await userEvent.click(wanted);
  await vi.waitFor(() => expect(wanted.getAttribute('aria-checked')).toBe('true'));
  expect(update).toHaveBeenCalledWith({ body: { expiresTomorrow: true } });
});
