import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { HomePage } from './HomePage.tsx';

afterEach(cleanup);

async function open(sourceUrl: string | null) {
  const variable = { key: 'general.sourceUrl', type: 'string', value: sourceUrl, defaultValue: '' } as const;
  await renderPage(
    <ConfigContext value={configFrom([variable])}>
      <HomePage />
    </ConfigContext>,
  );
}

describe('HomePage', () => {
  it('has a button to the source where its address is set', async () => {
    await open('https://git.example.org/fileshare');
    const link = screen.getByRole('link', { name: 'Source code' });
    expect(link.getAttribute('href')).toBe('https://git.example.org/fileshare');
    expect(screen.getByRole('link', { name: 'Send files' }).getAttribute('href')).toBe('/upload');
  });

  it('has none where it is not', async () => {
    await open(null);
    expect(screen.queryByRole('link', { name: 'Source code' })).toBeNull();
  });
});
