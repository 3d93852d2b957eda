import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { RefusedFiles } from './RefusedFiles.tsx';

afterEach(cleanup);

it('shows the name that a file has, although a character in it would turn the text', async () => {
  await renderPage(<RefusedFiles refused={[{ path: '\u202egnp.exe', problem: 'bidi_character' }]} />);
  const item = screen.getByRole('listitem');
  expect(item.textContent).toContain('its name contains characters');
  expect(item.querySelector('bdi')?.textContent).toBe('\ufffdgnp.exe');
});
