import { describe, expect, it } from 'vitest';
import type { Comment, SdkExport } from './model.ts';
import { renderExports, summaryOf } from './render.ts';
import { findProblems } from './sdk.ts';

const comment = (text: string): Comment => ({ text, parameters: [], returns: '', throws: [], examples: [] });

const planted: SdkExport = {
  name: 'UploadOptions',
  kind: 'interface',
  where: null,
  file: 'client/upload/types.ts',
  comment: comment('Options of\n`uploadFiles`: all of them\ncan be left out.'),
  signature: null,
  bases: [],
  members: [
    {
      name: 'parallel',
      kind: 'property',
      type: 'number',
      isOptional: true,
      comment: comment('4 by default.'),
    },
    { name: 'journal', kind: 'property', type: 'Journal', isOptional: true, comment: comment('Remembers.') },
  ],
  schema: null,
  values: [],
  uses: ['Journal'],
};
const journal: SdkExport = { ...planted, name: 'Journal', members: [], uses: [] };

describe('the reference of the SDK', () => {
  it('is refused when something has no comment', () => {
    const [parallel, ...others] = planted.members;
    const members = [{ ...parallel, comment: comment('') }, ...others] as SdkExport['members'];
    expect(
      findProblems([
        { ...planted, members },
        { ...journal, comment: comment('') },
      ]),
    ).toEqual(['UploadOptions.parallel has no comment', 'Journal has no comment']);
  });

  it('is refused when a type is named that nobody can import', () => {
    expect(findProblems([planted])).toEqual(['UploadOptions names Journal, which is not exported']);
    expect(findProblems([planted, journal])).toEqual([]);
  });

  it('links types, and says which properties can be left out', () => {
    const exports = [planted, journal];
    const [text] = renderExports([planted], { exports, fieldTexts: {} });
    expect(text).toContain('| `parallel` (optional) | `number` | 4 by default. |');
    expect(text).toContain('| `journal` (optional) | [`Journal`](uploads.md#journal) | Remembers. |');
  });

  it('has one clause of each comment in its index', () => {
    expect(summaryOf(planted)).toBe('Options of `uploadFiles`.');
  });
});
