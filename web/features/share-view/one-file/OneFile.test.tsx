import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { sampleFile } from '../../../testing/sample-file.ts';
import { sampleShare } from '../../../testing/sample-share.ts';
import { OneFile } from './OneFile.tsx';

beforeAll(async () => void (await import('../../../preview/PreviewStage.tsx')));
afterEach(cleanup);

const download = {
  url: '/one',
  size: 4_100_000,
  isSingle: true,
  isPending: false,
  held: undefined,
  handleClick: () => {},
};
const thumbnail = { width: 3000, height: 2000, hues: [60, 20] };

async function render(fields: object, share: object = {}) {
  const file = sampleFile('lighthouse.jpg', { thumbnail, ...fields });
  await renderPage(
    <OneFile
      share={sampleShare({ sender: 'Anna', ...share })}
      file={file}
      title="Lighthouse"
      download={download}
    />,
  );
}

describe('a share of one file', () => {
  it('shows the file itself beside who sent it, and no table', async () => {
    await render({});
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lighthouse');
    expect(document.body.textContent).toContain('Anna shared a photo with you');
    const picture = screen.getByRole('img', { name: 'lighthouse.jpg' });
    expect(picture.getAttribute('src')).toMatch(/thumbnail\/large$/);
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText('lighthouse.jpg · 3000 × 2000 · 1 kB')).toBeTruthy();
  });

  it('shows a small picture itself where the server has no copy of it', async () => {
    await render({ thumbnail: null });
    expect(screen.getByRole('img', { name: 'lighthouse.jpg' }).getAttribute('src')).toContain(
      'disposition=inline',
    );
  });

  it('prints what cannot be shown, and says so', async () => {
    await render({ thumbnail: null, preview: null });
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('Preview not supported')).toBeTruthy();
  });

  it('tells checksum and direct link on request only', async () => {
    await render({}, { hasDirectLinks: false });
    const details = screen.getByText('Details and checksum').closest('details');
    expect(details?.open).toBe(false);
    expect(screen.queryByRole('textbox', { hidden: true })).toBeNull();
    expect(screen.queryByText('Direct link')).toBeNull();
    await userEvent.click(screen.getByText('Details and checksum'));
    expect(await screen.findByRole('textbox', { name: 'SHA-256' })).toBeTruthy();
  });
});
