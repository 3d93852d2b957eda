import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { WebhookDeliveryId, WebhookId } from '#sdk/contract/formats/primitives.js';
import type { Webhook, WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

const webhook: Webhook = {
  id: WebhookId.parse('a'.repeat(32)),
  name: 'CRM',
  kind: 'standard',
  server: 'https://crm.example.org',
  target: null,
  events: ['share.completed', 'user.created'],
  isEnabled: true,
  failingSince: null,
  createdAt: '2030-01-01T00:00:00.000Z',
};

const delivery: WebhookDelivery = {
  id: WebhookDeliveryId.parse('b'.repeat(32)),
  webhook: { id: webhook.id, name: 'CRM' },
  event: 'share.completed',
  payload: '{}',
  state: 'failed',
  attempts: 10,
  createdAt: '2030-01-01T00:00:00.000Z',
  triedAt: '2030-01-04T00:00:00.000Z',
  nextTryAt: null,
  status: 503,
  problem: null,
  answer: 'down for repair',
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(webhooks: Webhook[] = [webhook], deliveries: WebhookDelivery[] = [delivery]) {
  vi.spyOn(client.webhooks, 'list').mockResolvedValue(webhooks);
  vi.spyOn(client.webhooks, 'deliveries').mockResolvedValue({ deliveries, nextCursor: null });
  await renderPage(<WebhooksPage />, '/admin/webhooks');
}

describe('webhooks', () => {
  it('show what they send, where, and what was answered', async () => {
    await open();
    expect(await screen.findByText('Share published and Account created')).toBeTruthy();
    expect(screen.getByText(/https:\/\/crm\.example\.org/)).toBeTruthy();
    expect(await screen.findAllByText(/HTTP 503/)).not.toHaveLength(0);
    expect(screen.getByText('down for repair')).toBeTruthy();
  });

  it('say in words why there was no answer', async () => {
    await open([webhook], [{ ...delivery, status: null, problem: 'address_refused', answer: null }]);
    expect(await screen.findByText(/this server may not contact it/)).toBeTruthy();
  });

  it('are refused at the address that is never contacted', async () => {
    await open([]);
    const issues = [{ field: 'url', code: 'outbound_private' }] as const;
    const params = { field: 'url', problem: 'outbound_private' };
    const refusal = new AppError('validation_failed', params, { issues: [...issues] });
    vi.spyOn(client.webhooks, 'create').mockRejectedValue(refusal);
    await userEvent.click(screen.getByRole('button', { name: 'New webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Name'), 'CRM');
    await userEvent.type(dialog.getByLabelText('URL'), 'http://192.168.1.5/hook');
    await userEvent.click(dialog.getByLabelText('Share opened'));
    await userEvent.click(dialog.getByRole('button', { name: 'New webhook' }));
    expect(await dialog.findByText(/FILESHARE_OUTBOUND_ALLOW_PRIVATE=true/)).toBeTruthy();
    expect(dialog.getByLabelText('URL').getAttribute('aria-invalid')).toBe('true');
  });

  it('are created, and the secret is shown once', async () => {
    await open([]);
    const create = vi
      .spyOn(client.webhooks, 'create')
      .mockResolvedValue({ webhook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
    await userEvent.click(screen.getByRole('button', { name: 'New webhook' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'New webhook' }));
    expect(await within(dialog).findByText('Choose at least one event.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'CRM');
    await userEvent.selectOptions(within(dialog).getByLabelText('Service'), 'Matrix');
    await userEvent.type(within(dialog).getByLabelText('Room ID or chat ID'), '!a:b');
    await userEvent.selectOptions(within(dialog).getByLabelText('Service'), 'Own program (signed JSON)');
    await userEvent.type(within(dialog).getByLabelText('URL'), 'https://crm.example.org/hook');
    await userEvent.click(within(dialog).getByLabelText('Share opened'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'New webhook' }));
    expect(await screen.findByDisplayValue(/^whsec_/)).toBeTruthy();
    expect(create).toHaveBeenCalledWith({
      body: { name: 'CRM', kind: 'standard', url: 'https://crm.example.org/hook', events: ['share.viewed'] },
    });
  });

  it('are renamed, and sent other events', async () => {
    await open();
    const update = vi.spyOn(client.webhooks, 'update').mockResolvedValue(webhook);
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: CRM' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.clear(within(dialog).getByLabelText('Name'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(update).not.toHaveBeenCalled();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Sales');
    await userEvent.click(within(dialog).getByLabelText('Account created'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(update).toHaveBeenCalledWith({
      params: { id: webhook.id },
      body: { name: 'Sales', events: ['share.completed'] },
    });
  });

  it('are tested, and turned off', async () => {
    await open();
    vi.spyOn(client.webhooks, 'test').mockResolvedValue({ ...delivery, status: null, problem: 'refused' });
    const update = vi.spyOn(client.webhooks, 'update').mockResolvedValue({ ...webhook, isEnabled: false });
    await userEvent.click(await screen.findByRole('button', { name: 'Send test: CRM' }));
    expect(
      await screen.findByText(/“CRM” did not accept the event: the connection was refused/),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off: CRM' }));
    await vi.waitFor(() =>
      expect(update).toHaveBeenCalledWith({ params: { id: webhook.id }, body: { isEnabled: false } }),
    );
  });

  it('get an event again', async () => {
    await open();
    const redeliver = vi
      .spyOn(client.webhooks, 'redeliver')
      .mockResolvedValue({ ...delivery, state: 'delivered' });
    await userEvent.click(await screen.findByRole('button', { name: 'Send again: Share published' }));
    expect(await screen.findByText('“CRM” accepted the event')).toBeTruthy();
    expect(redeliver).toHaveBeenCalledWith({ params: { id: delivery.id } });
  });
});
