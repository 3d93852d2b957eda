import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeText, NotATextError, readText, shownTextBytes } from './text-content.ts';

afterEach(() => vi.unstubAllGlobals());

const bytes = (...values: number[]) => new Uint8Array(values);

describe('decodeText', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('grüß 🌊'), 'grüß 🌊'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'a'],
    ['UTF-16, little end first', bytes(0xff, 0xfe, 0x61, 0, 0x3b, 0x26), 'a☻'],
    ['UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x61), 'a'],
    ['an old encoding', bytes(0x67, 0x72, 0xfc, 0xdf), 'grüß'],
    ['a character that the cut halves', bytes(0x61, 0xf0, 0x9f), 'a'],
    ['nothing', bytes(), ''],
  ])('reads %s', (_name, content, text) => {
    expect(decodeText(content)).toBe(text);
  });

  it('takes no program for a text', () => {
    expect(() => decodeText(bytes(0x7f, 0x45, 0x4c, 0x46, 0))).toThrow(NotATextError);
  });
});

describe('readText', () => {
  it('asks for the beginning of a long file only', async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response('abc', { status: 206 }));
    vi.stubGlobal('fetch', fetched);
    const { signal } = new AbortController();
    expect(await readText('/x', shownTextBytes + 1, signal)).toEqual({ text: 'abc', isCut: true });
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ range: 'bytes=0-999999' });
  });

  it('asks for nothing of an empty file', async () => {
    vi.stubGlobal('fetch', () => expect.unreachable());
    expect(await readText('/x', 0, new AbortController().signal)).toEqual({ text: '', isCut: false });
  });
});
