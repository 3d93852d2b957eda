import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { ItemRow } from './ItemRow.tsx';
import { nothingSent, type UploadItem } from './upload-items.ts';

afterEach(cleanup);

async function show(changes: Partial<UploadItem>) {
  const item = { key: 'a.jpg', name: 'a.jpg', isFolder: false, fileCount: 1, size: 100, ...nothingSent };
  await renderPage(
    <ItemRow
      item={{ ...item, ...changes }}
      file={undefined}
      isOpen={false}
      isRunning
      onOpen={() => {}}
      onRemove={() => {}}
    />,
  );
}

it('has a percentage while bytes move', async () => {
  await show({ sent: 40 });
  expect(screen.getByText('40%')).toBeTruthy();
});

it.each([
  ['Sent, waiting for the server', { sent: 100, sentFiles: 1 }],
  ['Uploaded', { sent: 100, sentFiles: 1, finished: 1 }],
  ['Failed', { sent: 100, failed: 1 }],
])('has a mark instead of a percentage: %s', async (name, changes) => {
  await show(changes);
  expect(screen.getByRole('img', { name })).toBeTruthy();
  expect(screen.queryByText('100%')).toBeNull();
});
