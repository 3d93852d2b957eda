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

it('can be reached only while the button of the page is off the screen', async () => {
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
      <p data-main-action="">The button</p>
    </ReachBar>,
  );
  const button = screen.getByText('The button');
  const bar = container.querySelector('[data-reach-bar]');
  expect(bar?.hasAttribute('inert')).toBe(true);
  act(() => leave(button));
  expect(bar?.hasAttribute('inert')).toBe(false);
  expect(bar?.textContent).toContain('30 files · Anna');
  act(() => enter(button));
  expect(bar?.hasAttribute('inert')).toBe(true);
});
