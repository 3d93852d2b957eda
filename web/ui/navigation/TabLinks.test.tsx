import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { TabLinks } from './TabLinks.tsx';

const links = [
  { path: '/admin', text: 'Overview' },
  { path: '/admin/users', text: 'Users' },
];

// The menu is loaded when it is opened.
beforeAll(async () => void (await import('./PopupMenu.tsx')));
afterEach(cleanup);

describe('links that are too many for a row', () => {
  it('are a menu that names the current one, and opens by the keyboard', async () => {
    await renderPage(<TabLinks label="Administration" links={links} />, '/admin/users');
    const button = screen.getByRole('button', { name: 'Users', hidden: true });
    expect(button.getAttribute('aria-haspopup')).toBe('menu');
    button.focus();
    await userEvent.keyboard('{Enter}');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Overview', 'Users']);
    expect(items[1]?.getAttribute('aria-current')).toBe('page');
    expect(document.activeElement).toBe(items[1]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Overview' }));
    expect(await screen.findByRole('button', { name: 'Overview', hidden: true })).toBeTruthy();
  });
});
