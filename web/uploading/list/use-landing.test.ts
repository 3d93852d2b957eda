import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { treeOf } from './file-tree.ts';
import { useLanding } from './use-landing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const files = (...paths: string[]) => treeOf(new Map(paths.map((path) => [path, new File([], path)])));

it('lets each batch of files land once, and leaves the rows before it alone', () => {
  const { result, rerender } = renderHook(useLanding, { initialProps: files('a.txt') });
  expect(result.current('a.txt')).toBe(true);
  act(() => void vi.advanceTimersByTime(600));
  expect(result.current('a.txt')).toBe(false);
  rerender(files('a.txt', 'folder/b.txt'));
  expect(result.current('a.txt')).toBe(false);
  expect(result.current('folder/')).toBe(true);
  expect(result.current('folder/b.txt')).toBe(true);
  act(() => void vi.advanceTimersByTime(600));
  expect(result.current('folder/b.txt')).toBe(false);
});
