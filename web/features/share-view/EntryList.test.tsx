import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { EntryList } from './EntryList.tsx';
import { fileRowHeight } from './FileRow.tsx';
import type { Folder } from './file-tree.ts';

afterEach(cleanup);

const folders: Folder[] = Array.from({ length: 10_000 }, (_, index) => ({
  kind: 'folder',
  name: `folder ${index}`,
  path: `folder ${index}`,
  fileCount: 1,
  size: 1,
}));

describe('EntryList', () => {
  it('draws the rows in sight only, and tells where they stand', async () => {
    await renderPage(<EntryList shareId="abc" entries={folders} />);
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeLessThan(100);
    expect(rows[0]?.getAttribute('aria-rowindex')).toBe('2');
    expect(screen.getByRole('rowgroup').style.height).toBe(`${10_000 * fileRowHeight}px`);
  });

  it('draws others when the page scrolls', async () => {
    await renderPage(<EntryList shareId="abc" entries={folders} />);
    const list = screen.getByRole('rowgroup');
    list.getBoundingClientRect = () => new DOMRect(0, -5000 * fileRowHeight, 100, 100);
    act(() => void window.dispatchEvent(new Event('scroll')));
    expect(screen.getByText('folder 5000')).toBeTruthy();
    expect(screen.queryByText('folder 0')).toBeNull();
  });
});
