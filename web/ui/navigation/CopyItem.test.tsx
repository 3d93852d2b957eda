import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { MenuButton } from './MenuButton.tsx';

const execute = vi.fn<() => boolean>();

// What surrounds it takes its time to load on a busy machine.
beforeAll(async () => void (await import('./PopupMenu.tsx')));
beforeEach(() => {
  document.execCommand = execute.mockReturnValue(true);
  vi.stubGlobal('isSecureContext', false);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function choose(): Promise<void> {
  const copy = { value: 'https://files.example.org/s/abc', doneMessage: 'Link copied' };
  await renderPage(
    <MenuButton label="Menu" items={[{ key: 'copy', label: 'Copy link', copy }]}>
      …
    </MenuButton>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
}

describe('an item of a menu that copies', () => {
  it('says so where it was pressed, and closes the menu after a moment', async () => {
    await choose();
    expect(await screen.findByRole('menuitem', { name: 'Copied' })).toBeTruthy();
    expect(screen.getAllByText('Link copied')).toHaveLength(1);
    await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), { timeout: 5000 });
  });

  it('says when the browser refuses', async () => {
    execute.mockReturnValue(false);
    await choose();
    expect(await screen.findByText(/couldn't/i)).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Copy link' })).toBeTruthy();
  });
});
