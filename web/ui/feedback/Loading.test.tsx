import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { Loading } from './Loading.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const isHidden = (text: string) => getComputedStyle(screen.getByText(text)).visibility === 'hidden';

it('shows and announces a placeholder only if loading takes noticeably long', async () => {
  await renderPage(<Loading>rows</Loading>);
  await pass(250);
  expect(isHidden('rows')).toBe(true);
  expect(screen.queryByText('Loading…')).toBe(null);
  await pass(100);
  expect(isHidden('rows')).toBe(false);
  expect(screen.getByText('Loading…').getAttribute('role')).toBe('status');
});

it('takes over from another placeholder at once, without announcing it again', async () => {
  await renderPage(<Loading>code</Loading>);
  await pass(350);
  await renderPage(<Loading>data</Loading>);
  expect(isHidden('data')).toBe(false);
  expect(screen.getAllByText('Loading…')).toHaveLength(1);
});
