import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleShare } from '../../testing/sample-share.ts';
import { stubViewport } from '../../testing/stub-viewport.ts';
import { ReachBar } from './ReachBar.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('cannot be reached before the top of the page has been scrolled away', async () => {
  const { enter, leave } = stubViewport();
  const download = {
    url: '/all',
    size: 1000,
    isSingle: false,
    isPending: false,
    held: undefined,
    handleClick: () => {},
  };
  const share = sampleShare({ fileCount: 30, sender: 'Anna' });
  const { container } = await renderPage(
    <ReachBar share={share} title="Photos" parts={[]} prints={[]} download={download}>
      <p>The top</p>
    </ReachBar>,
  );
  const top = screen.getByText('The top').parentElement ?? container;
  const bar = container.querySelector('[data-reach-bar]');
  expect(bar?.hasAttribute('inert')).toBe(true);
  act(() => leave(top));
  expect(bar?.hasAttribute('inert')).toBe(false);
  expect(bar?.textContent).toContain('30 files · Anna');
  act(() => enter(top));
  expect(bar?.hasAttribute('inert')).toBe(true);
});
