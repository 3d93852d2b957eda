import { afterEach, expect, it, vi } from 'vitest';
import { thumbnailOf } from './thumbnails.ts';

afterEach(() => vi.unstubAllGlobals());

/** Asks for pictures one after the other, none of which arrives by itself. */
function ask(names: readonly string[]) {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    fetched.push(url);
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error)),
    );
  });
  const leave = new Map<string, () => void>();
  for (const name of names) {
    const visit = new AbortController();
    leave.set(name, () => visit.abort());
    thumbnailOf(name, visit.signal).catch(() => undefined);
  }
  return { fetched, leave: (name: string) => leave.get(name)?.() };
}

it('loads four pictures at a time, in the order of the page, and none that has left', async () => {
  const { fetched, leave } = ask(['1', '2', '3', '4', '5', '6', '7']);
  await vi.waitFor(() => expect(fetched).toEqual(['1', '2', '3', '4']));
  leave('5');
  leave('2');
  await vi.waitFor(() => expect(fetched).toEqual(['1', '2', '3', '4', '6']));
  leave('1');
  await vi.waitFor(() => expect(fetched).toEqual(['1', '2', '3', '4', '6', '7']));
  for (const name of ['3', '4', '6', '7']) leave(name);
});
