import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { sampleFile } from '../../../testing/sample-file.ts';
import { sampleShare } from '../../../testing/sample-share.ts';
import { stubViewport } from '../../../testing/stub-viewport.ts';
import type { Entry } from './file-tree.ts';
import { Gallery } from './Gallery.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function render(size = 1000) {
  const sight = stubViewport();
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    throw new Error('no network');
  });
  const entries = Array.from({ length: 1000 }, (_, index): Entry => {
    const file = sampleFile(`${index}.jpg`, { size });
    return { kind: 'file', name: file.name, path: file.path, size, file };
  });
  await renderPage(<Gallery share={sampleShare()} entries={entries} selection={undefined} />);
  return { ...sight, fetched, tiles: screen.getAllByRole('listitem') };
}

describe('Gallery', () => {
  it('draws little more than the screen holds', async () => {
    const { tiles } = await render();
    expect(tiles.length).toBeLessThan(70);
  });

  it('loads a picture only when its tile comes near', async () => {
    const { tiles, fetched, enter } = await render();
    expect(fetched).toEqual([]);
    for (const tile of tiles.slice(2, 4)) act(() => enter(tile));
    await vi.waitFor(() => expect(fetched).toHaveLength(2));
  });

  it('does not load a large picture to make it small', async () => {
    const { tiles, fetched, enter } = await render(10_000_001);
    for (const tile of tiles) await act(async () => enter(tile));
    expect(fetched).toEqual([]);
  });
});
