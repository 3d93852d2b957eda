import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../../../testing/render-page.tsx';
import { sampleFile } from '../../../../testing/sample-file.ts';
import { sampleShare } from '../../../../testing/sample-share.ts';
import type { Entry } from '../file-tree.ts';
import { Gallery } from './Gallery.tsx';

afterEach(() => {
  cleanup();
  document.documentElement.dir = 'ltr';
});

const thumbnail = { width: 3000, height: 2000, hues: [60, 20] };

async function render(fields: object) {
  const entries = Array.from({ length: 1000 }, (_, index): Entry => {
    const file = sampleFile(`${index}.jpg`, fields);
    return { kind: 'file', name: file.name, path: file.path, size: file.size, file };
  });
  await renderPage(<Gallery share={sampleShare()} entries={entries} selection={undefined} />);
  return screen.getAllByRole('listitem');
}

describe('Gallery', () => {
  it('draws little more than the screen holds', async () => {
    const tiles = await render({ thumbnail });
    expect(tiles.length).toBeGreaterThan(3);
    expect(tiles.length).toBeLessThan(70);
  });

  it('shows the small picture of the server, in its own proportions', async () => {
    const [tile] = await render({ thumbnail });
    const { width = '', height = '' } = tile?.style ?? {};
    expect(Number.parseFloat(width) / Number.parseFloat(height)).toBeCloseTo(1.5);
    const image = tile?.querySelector('img');
    expect(image?.getAttribute('src')).toMatch(/thumbnail\/small$/);
    expect(image?.getAttribute('loading')).toBe('lazy');
  });

  it('begins at the other side where text runs from right to left', async () => {
    const place = (tile: HTMLElement | undefined) => tile?.style.transform ?? '';
    expect(place((await render({ thumbnail }))[1])).toMatch(/^translate\(\d/);
    cleanup();
    document.documentElement.dir = 'rtl';
    expect(place((await render({ thumbnail }))[1])).toMatch(/^translate\(-\d/);
  });

  it('loads no original where there is no small picture', async () => {
    const [tile] = await render({ thumbnail: null });
    expect(tile?.querySelector('img')).toBeNull();
  });
});
