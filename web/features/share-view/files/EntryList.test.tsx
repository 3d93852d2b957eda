import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ShareId } from '#sdk/contract/formats/primitives.js';
import { renderPage } from '../../../testing/render-page.tsx';
import { EntryList } from './EntryList.tsx';
import { fileRowHeight } from './EntryRow.tsx';
import type { Folder } from './file-tree.ts';

afterEach(cleanup);

const folders: Folder[] = Array.from({ length: 10_000 }, (_, index) => ({
  kind: 'folder',
  name: `folder ${index}`,
  path: `folder ${index}`,
  fileCount: 1,
  size: 1,
}));

const folderList = (
  <EntryList
    share={{ id: ShareId.parse('abc'), hasDirectLinks: true }}
    entries={folders}
    selection={undefined}
    showsFolders={false}
    sorting={{ key: 'name', isDescending: false }}
    onSort={() => {}}
  />
);

/** The rows without the header. */
function body(): HTMLElement {
  const [, rows] = screen.getAllByRole('rowgroup');
  if (!rows) throw new Error('there is no body');
  return rows;
}

describe('EntryList', () => {
  it('draws the rows in sight only, and tells where they stand', async () => {
    await renderPage(folderList);
    const rows = screen.getAllByRole('row');
    expect(rows.length).toBeLessThan(100);
    expect(rows[1]?.getAttribute('aria-rowindex')).toBe('2');
    expect(body().style.height).toBe(`${10_000 * fileRowHeight}px`);
  });

  it('draws others when the page scrolls', async () => {
    await renderPage(folderList);
    body().getBoundingClientRect = () => new DOMRect(0, -5000 * fileRowHeight, 100, 100);
    act(() => void window.dispatchEvent(new Event('scroll')));
    expect(screen.getByText('folder 5000')).toBeTruthy();
    expect(screen.queryByText('folder 0')).toBeNull();
  });
});
