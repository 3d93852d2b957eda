import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { useHeaderLinks } from './use-header-links.ts';

afterEach(cleanup);

function Links() {
  return (
    <ul>
      {useHeaderLinks().map(({ path }) => (
        <li key={path}>{path}</li>
      ))}
    </ul>
  );
}

it.each([
  ['from a share, back to it', '/share/abc', '?from=%2Fshare%2Fabc'],
  ['on the way to a page, on to it', '/auth/signIn?from=%2Faccount', '?from=%2Faccount'],
  ['from elsewhere, to the usual page', '/', ''],
])('leads visitors to sign in or up: %s', async (_, path, from) => {
  const value = configFrom([
    { key: 'share.allowRegistration', type: 'boolean', value: 'true', defaultValue: 'true' },
  ]);
  await renderPage(
    <ConfigContext value={value}>
      <Links />
    </ConfigContext>,
    path,
  );
  const links = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(links).toContain(`/auth/signIn${from}`);
  expect(links).toContain(`/auth/signUp${from}`);
});
