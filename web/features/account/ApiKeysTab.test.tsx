import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ApiKey } from '#sdk/contract/api-keys.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { client } from '../../lib/sdk.ts';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { ApiKeysTab } from './ApiKeysTab.tsx';

const backup = {
  id: 'f'.repeat(32),
  name: 'Nightly backup',
  scopes: ['shares:read', 'shares:write'],
  createdAt: '2025-01-01T00:00:00.000Z',
  expiresAt: '2025-02-01T00:00:00.000Z',
  lastUsedAt: null,
} as unknown as ApiKey;

const config = configFrom([
  { key: 'general.appUrl', type: 'string', value: 'https://files.example.org', defaultValue: '' },
  { key: 'general.appName', type: 'string', value: 'Our files', defaultValue: '' },
]);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function show({ keys = [], isAdmin = false }: { keys?: ApiKey[]; isAdmin?: boolean } = {}) {
  vi.spyOn(client.apiKeys, 'list').mockResolvedValue(keys);
  await renderPage(
    <ConfigContext value={config}>
      <CurrentUserContext value={{ isAdmin } as CurrentUser}>
        <ApiKeysTab />
      </CurrentUserContext>
    </ConfigContext>,
  );
  return screen.findByRole('button', { name: 'New API key' });
}

describe('the list of API keys', () => {
  it('says in words what each may and how it stands', async () => {
    await show({ keys: [backup] });
    const item = within(screen.getByRole('listitem'));
    expect(item.getByText('Read shares and Write shares')).toBeTruthy();
    expect(item.getByText(/^expired /)).toBeTruthy();
    expect(item.getByText(/never used/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'API reference' }).getAttribute('href')).toBe('/api/docs');
  });

  it('names the key before it is revoked', async () => {
    const revoke = vi.spyOn(client.apiKeys, 'revoke').mockResolvedValue(undefined);
    await show({ keys: [backup] });
    await userEvent.click(screen.getByRole('button', { name: 'Revoke Nightly backup' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/“Nightly backup” lose access immediately/)).toBeTruthy();
    expect(revoke).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await vi.waitFor(() => expect(revoke).toHaveBeenCalledWith({ params: { id: backup.id } }));
  });
});

describe('a new API key', () => {
  it('is made with the chosen scopes and shown until it is copied', async () => {
    const create = vi
      .spyOn(client.apiKeys, 'create')
      .mockResolvedValue({ apiKey: backup, secret: 'fsk_key_secret' });
    await userEvent.click(await show());
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Nightly backup');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Read shares/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Write shares/ }));
    await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Never');
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
    expect(await screen.findByDisplayValue('fsk_key_secret')).toBeTruthy();
    expect(create.mock.calls[0]?.[0]).toEqual({
      body: { name: 'Nightly backup', scopes: ['shares:read', 'shares:write'], password: 'correct horse' },
    });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByDisplayValue('fsk_key_secret')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: "I've copied it" }));
    await vi.waitFor(() => expect(screen.queryByDisplayValue('fsk_key_secret')).toBeNull());
  });

  async function create(scopes: ApiKey['scopes']) {
    const apiKey = { ...backup, scopes };
    vi.spyOn(client.apiKeys, 'create').mockResolvedValue({ apiKey, secret: 'fsk_key_secret' });
    await userEvent.click(await show());
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Screenshots');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Read shares/ }));
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
    await screen.findByDisplayValue('fsk_key_secret');
  }

  it('that can upload comes with a command for curl and a file for ShareX', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob);
      return 'blob:x';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await create(['shares:write']);
    expect(screen.getByLabelText<HTMLInputElement>('Upload command').value).toBe(
      "curl -T FILE -H 'Authorization: Bearer fsk_key_secret' https://files.example.org/u/",
    );
    await userEvent.click(screen.getByRole('button', { name: 'Download ShareX configuration' }));
    expect(click.mock.contexts[0]).toMatchObject({ download: 'Our files.sxcu' });
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({
      Name: 'Our files',
      RequestMethod: 'PUT',
      RequestURL: 'https://files.example.org/u/{filename}',
      Headers: { Authorization: 'Bearer fsk_key_secret' },
      Body: 'Binary',
    });
  });

  it('that cannot upload comes without them', async () => {
    await create(['shares:read']);
    expect(screen.queryByLabelText('Upload command')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Download ShareX configuration' })).toBeNull();
  });

  it('needs a scope', async () => {
    const create = vi.spyOn(client.apiKeys, 'create');
    await userEvent.click(await show());
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse{Enter}');
    expect(await screen.findByText('Choose at least one scope.')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
  });

  it.each([true, false])('offers administration to administrators only: %s', async (isAdmin) => {
    await userEvent.click(await show({ isAdmin }));
    expect(screen.queryByRole('checkbox', { name: /^Administration/ }) !== null).toBe(isAdmin);
  });
});
