import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { sampleFile } from '../../../testing/sample-file.ts';
import { sampleShare } from '../../../testing/sample-share.ts';
import { stubViewport } from '../../../testing/stub-viewport.ts';
import { FileBrowser } from './FileBrowser.tsx';

// Loaded when it is needed, which takes its time on a busy machine.
beforeAll(async () => void (await import('./gallery/Gallery.tsx')));
beforeEach(() => void stubViewport());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name, index) =>
  sampleFile(name, { size: [500, 9000, 70][index] }),
);
const browser = <FileBrowser share={sampleShare()} files={files} type="file" />;

describe('FileBrowser', () => {
  it('says that the file of the address is gone, and shows the others', async () => {
    await renderPage(browser, '/s/abc123?file=old.jpg');
    expect(await screen.findByText('old.jpg is no longer in this share.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'a.jpg' })).toBeTruthy();
  });

  it('has the whole name of each file at hand, however little of it fits', async () => {
    const name = 'Quarterly report Europe 2026 final.docx';
    const long = [sampleFile(name, { preview: null }), sampleFile('b.txt', { preview: null })];
    await renderPage(<FileBrowser share={sampleShare()} files={long} type="file" />, '/s/abc123');
    expect(screen.getByRole('link', { name }).title).toBe(name);
  });

  it('says nothing of the kind without one', async () => {
    await renderPage(browser, '/s/abc123');
    expect(screen.queryByText(/no longer in this share/)).toBeNull();
  });

  it('begins in the only folder, and follows the address from there', async () => {
    const inFolder = ['trip/a.txt', 'trip/day 1/b.txt'].map((path) =>
      sampleFile(path, { type: 'text/plain', preview: 'text' }),
    );
    const opened = <FileBrowser share={sampleShare()} files={inFolder} type="document" />;
    await renderPage(opened, '/s/abc123');
    expect(await screen.findByRole('link', { name: 'a.txt' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: '2 documents' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'day 1' }));
    expect(await screen.findByRole('link', { name: 'b.txt' })).toBeTruthy();
    // The link that had the focus is gone.
    expect(document.activeElement?.contains(screen.getByRole('navigation'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByRole('link', { name: 'Download folder' }).getAttribute('href')).toMatch(
      /\/archive\?folder=trip%2Fday\+1$/,
    );
    expect(screen.getByRole('navigation').textContent).toBe('All filesday 1');
  });

  it('says when a search finds nothing, and clears it', async () => {
    const many = Array.from({ length: 13 }, (_, index) =>
      sampleFile(`note-${index}.txt`, { type: 'text/plain', preview: 'text' }),
    );
    await renderPage(<FileBrowser share={sampleShare()} files={many} type="file" />, '/s/abc123');
    await userEvent.click(screen.getByRole('button', { name: 'Search files' }));
    const field = await screen.findByRole('searchbox', { name: 'Search files' }, { timeout: 10_000 });
    await userEvent.type(field, 'zebra');
    expect(await screen.findByRole('heading', { name: 'No matching files' })).toBeTruthy();
    expect(screen.getByText('No file of this share matches “zebra”.')).toBeTruthy();
    expect(screen.queryByRole('columnheader')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('link', { name: 'note-0.txt' })).toBeTruthy();
  });

  it('sorts the gallery as the list is sorted', async () => {
    await renderPage(browser, '/s/abc123');
    await screen.findByRole('link', { name: 'a.jpg' });
    const names = () => screen.getAllByRole('link', { name: /jpg$/ }).map((link) => link.textContent);
    expect(names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Largest first');
    expect(names()).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
    await userEvent.click(screen.getByRole('button', { name: 'List' }));
    expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
  });

  it('selects everything, a range with Shift, and stops with Escape', async () => {
    const documents = ['a.txt', 'b.txt', 'c.txt'].map((name) => sampleFile(name, { preview: null }));
    await renderPage(<FileBrowser share={sampleShare()} files={documents} type="file" />, '/s/abc123');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Select' }));
    await user.click(await screen.findByRole('button', { name: 'Select all' }, { timeout: 10_000 }));
    expect(screen.getByText('3 files selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByText('Select files')).toBeTruthy();

    await user.click(screen.getByRole('checkbox', { name: 'Select a.txt' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select c.txt' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 files selected')).toBeTruthy();

    await user.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
