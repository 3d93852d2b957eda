import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleFile } from '../../testing/sample-file.ts';
import { sampleShare } from '../../testing/sample-share.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { useShareFiles } from './use-share-view.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function FileIds({ next }: { next: object }) {
  const [change, setChange] = useState({});
  const files = useShareFiles(sampleShare(change));
  return (
    <button type="button" onClick={() => setChange(next)}>
      {files.data?.map(({ size }) => size).join()}
    </button>
  );
}

it.each([
  ['a file is replaced by another', { size: 2000 }],
  ['adding begins or ends', { isAdding: true }],
])('asks for the files anew when %s', async (_name, next) => {
  let size = 1000;
  stubServer({
    'GET /shares/abc123/files': () => ({
      status: 200,
      body: { files: [sampleFile('a.jpg', { size })], nextCursor: null },
    }),
  });
  await renderPage(<FileIds next={next} />);
  const button = await screen.findByRole('button', { name: '1000' });
  size = 2000;
  await userEvent.click(button);
  expect(await screen.findByRole('button', { name: '2000' })).toBeTruthy();
});
