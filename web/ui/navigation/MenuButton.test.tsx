import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { MenuButton } from './MenuButton.tsx';

const network = { isCut: true };

vi.mock(import('./PopupMenu.tsx'), async (load) => {
  const { PopupMenu } = await load();
  return {
    // The network is asked when the code is read.
    get PopupMenu() {
      if (network.isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return PopupMenu;
    },
  };
});

// What surrounds it takes its time to load on a busy machine.
beforeAll(async () => void (await import('./PopupMenu.tsx')));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a menu whose code cannot be loaded', () => {
  it('says so, leaves the page as it is, and opens with the next click', async () => {
    // React reports what a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await renderPage(
      <>
        <h1>Uploading</h1>
        <MenuButton label="Menu" items={[{ key: 'home', label: 'Home', path: '/' }]}>
          …
        </MenuButton>
      </>,
    );
    const button = screen.getByRole('button', { name: 'Menu' });
    await userEvent.click(button);
    expect(await screen.findByText(/^You are offline/)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Uploading' })).toBeTruthy();
    expect(button.getAttribute('aria-expanded')).toBe('false');

    network.isCut = false;
    await userEvent.click(button);
    expect(await screen.findByRole('menuitem', { name: 'Home' })).toBeTruthy();
  });
});
