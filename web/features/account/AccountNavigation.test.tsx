import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { AccountNavigation } from './AccountNavigation.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(accounts: readonly OauthStatus[], isEnabled = false) {
  const requests = stubServer({ 'GET /oauth/status': () => ({ status: 200, body: accounts }) });
  const value = configFrom([
    { key: 'oauth.github-enabled', type: 'boolean', value: String(isEnabled), defaultValue: 'false' },
  ]);
  await renderPage(
    <ConfigContext value={value}>
      <AccountNavigation />
    </ConfigContext>,
  );
  // Nothing is asked of the server that the configuration tells.
  await vi.waitFor(() => expect(requests).toHaveLength(isEnabled ? 0 : 1));
}

const tab = { name: 'Linked accounts' };

describe('the tab of the linked accounts', () => {
  it('is not there where nothing can be linked', async () => {
    await show([]);
    expect(screen.getByRole('link', { name: 'Sessions' })).toBeTruthy();
    expect(screen.queryByRole('link', tab)).toBeNull();
  });

  it('is there at once where a provider is enabled', async () => {
    await show([], true);
    expect(screen.getByRole('link', tab).getAttribute('href')).toBe('/account/social');
  });

  it('stays as long as something is linked', async () => {
    const account = { name: null, linkedAt: '2026-01-01T00:00:00.000Z' };
    await show([{ provider: 'github', isEnabled: false, account }]);
    expect(await screen.findByRole('link', tab)).toBeTruthy();
  });
});
