import { describe, expect, it } from 'vitest';
import * as browser from './browser.ts';
import * as node from './index.ts';

/** What only makes sense in browsers, or is another thing there. */
const {
  createClient,
  filesFromBlobs: _files,
  relativePathOf: _path,
  localStorageUploadJournal: _journal,
  watchOtherTabs: _tabs,
  ...common
} = browser;

describe('the entries of the SDK', () => {
  it('export the same things, as far as both environments have them', () => {
    // Also a check of the types: what browsers get, Node gets as well.
    const same = common satisfies Partial<typeof node>;
    for (const [name, value] of Object.entries(same)) expect(node).toHaveProperty(name, value);
  });

  it('make clients with the same methods', () => {
    const baseUrl = 'http://127.0.0.1:1';
    const inBrowser: Partial<ReturnType<typeof node.createClient>> = createClient({ baseUrl });
    const inNode = node.createClient({ baseUrl });
    expect(Object.keys(inNode)).toEqual(expect.arrayContaining(Object.keys(inBrowser)));
  });

  it('take any address of a server, and nothing else', () => {
    expect(createClient({ baseUrl: 'https://files.example.org/s/abcd' }).baseUrl).toBe(
      'https://files.example.org',
    );
    expect(() => createClient({ baseUrl: 'ftp://files.example.org' })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: 'files.example.org' })).toThrow(TypeError);
  });
});
