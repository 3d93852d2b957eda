import { types } from 'mime-types';
import { describe, expect, it } from 'vitest';
import type { PreviewKind } from '#sdk/contract/files.js';
import { contentTypeOf, mediaTypeOf } from './media-types.ts';
import { previewKindOf } from './preview-kinds.ts';

const names = [...Object.keys(types), 'ts', 'Dockerfile', 'zzz'].map((extension) => `a.${extension}`);
const loadedByBrowser: readonly (PreviewKind | null)[] = ['image', 'audio', 'video'];

describe('previewKindOf', () => {
  it.each<[PreviewKind, string]>([
    ['image', 'png jpg JPEG gif webp avif'],
    ['audio', 'mp3 m4a ogg oga opus wav flac weba'],
    ['video', 'mp4 webm ogv'],
    ['pdf', 'pdf PDF'],
    ['markdown', 'md markdown'],
    ['code', 'ts tsx js mjs py rs go java c h hpp css scss sh sql yaml yml toml ini json geojson jsonl'],
    ['code', 'html HTM xhtml svg xml xsl rss kml'],
    ['text', 'txt text log csv tsv srt vtt ics vcf nfo'],
  ])('shows as %s: %s', (kind, extensions) => {
    for (const extension of extensions.split(' '))
      expect([extension, previewKindOf(`a.${extension}`)]).toEqual([extension, kind]);
  });

  it.each([
    ['Dockerfile', 'code'],
    ['Makefile', 'code'],
    ['.gitignore', 'code'],
    ['LICENSE', 'text'],
    ['README', 'text'],
    ['photo.png.html', 'code'],
    ['page.html.png', 'image'],
  ])('knows %s', (name, kind) => {
    expect(previewKindOf(name)).toBe(kind);
  });

  it.each([
    'a.svgz',
    'a.zip',
    'a.docx',
    'a.swf',
    'a.exe',
    'a.mov',
    'a.tiff',
    'a.heic',
    'a.mht',
    'a.wasm',
    'a',
    '',
  ])('cannot show %j', (name) => {
    expect(previewKindOf(name)).toBeNull();
  });

  it('has the browser load exactly what may be shown in place', () => {
    const isMedia = (name: string) => {
      const { header, canBeInline } = contentTypeOf(name);
      return canBeInline && !header.startsWith('text/');
    };
    const loaded = names.filter((name) => loadedByBrowser.includes(previewKindOf(name)));
    expect(loaded).toEqual(names.filter(isMedia));
    expect(loaded.length).toBeGreaterThan(20);
  });

  it('names the kind that the media type is of', () => {
    const loaded = names.filter((name) => loadedByBrowser.includes(previewKindOf(name)));
    expect(loaded.map((name) => mediaTypeOf(name).split('/')[0])).toEqual(loaded.map(previewKindOf));
  });

  it('shows as text only what is sent as text', () => {
    const shown = names.filter((name) => ['text', 'markdown', 'code'].includes(previewKindOf(name) ?? ''));
    expect(shown.filter((name) => contentTypeOf(name).header !== 'text/plain; charset=utf-8')).toEqual([]);
  });
});
