import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { PdfToolbar } from './PdfToolbar.tsx';

afterEach(cleanup);

async function render({ count = 1, zoom = 1 }) {
  const onZoom = vi.fn<(zoom: number) => void>();
  await renderPage(
    <PdfToolbar
      page={1}
      count={count}
      zoom={zoom}
      onPage={() => undefined}
      onZoom={onZoom}
      onFullScreen={undefined}
    />,
  );
  return onZoom;
}

describe('the toolbar of a document', () => {
  it('has no buttons for the pages of a document with one page', async () => {
    await render({ count: 1 });
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
    cleanup();
    await render({ count: 2 });
    expect(screen.getByRole('button', { name: 'Next page' })).toBeTruthy();
  });

  it('goes to the next step from where fingers have left the zoom', async () => {
    const onZoom = await render({ zoom: 1.7 });
    screen.getByRole('button', { name: 'Zoom in' }).click();
    screen.getByRole('button', { name: 'Zoom out' }).click();
    expect(onZoom.mock.calls).toEqual([[2], [1.5]]);
  });
});
