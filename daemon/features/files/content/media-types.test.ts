import { describe, expect, it } from 'vitest';
import { contentTypeOf, mediaTypeOf } from './media-types.ts';

describe('mediaTypeOf', () => {
  it.each([
    ['photo.JPG', 'image/jpeg'],
    ['page.html', 'text/html'],
    ['report.pdf', 'application/pdf'],
    ['main.ts', 'text/plain'],
    ['lib.rs', 'text/plain'],
    ['Dockerfile', 'text/plain'],
    ['.gitignore', 'text/plain'],
    ['data.json', 'application/json'],
    ['no extension', 'application/octet-stream'],
    ['png', 'application/octet-stream'],
    ['strange.zzzz', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('%s is %s', (name, type) => {
    expect(mediaTypeOf(name)).toBe(type);
  });
});

describe('contentTypeOf', () => {
  it.each([
    ['a.png', 'image/png'],
    ['a.jpeg', 'image/jpeg'],
    ['a.gif', 'image/gif'],
    ['a.webp', 'image/webp'],
    ['a.avif', 'image/avif'],
    ['a.mp4', 'video/mp4'],
    ['a.webm', 'video/webm'],
    ['a.ogg', 'audio/ogg'],
    ['a.mp3', 'audio/mpeg'],
    ['a.wav', 'audio/wav'],
    ['a.flac', 'audio/x-flac'],
  ])('lets %s be shown in place', (name, header) => {
    expect(contentTypeOf(name)).toEqual({ header, canBeInline: true });
  });

  it.each(['a.txt', 'a.md', 'a.json', 'a.csv', 'a.css', 'a.py', 'a.ts', 'a.yaml', 'a.log', 'a.java'])(
    'shows %s as plain text',
    (name) => {
      expect(contentTypeOf(name)).toEqual({ header: 'text/plain; charset=utf-8', canBeInline: true });
    },
  );

  it.each([
    'a.html',
    'a.HTM',
    'a.shtml',
    'a.xhtml',
    'a.xht',
    'a.svg',
    'a.xml',
    'a.xsl',
    'a.rss',
    'a.js',
    'a.mjs',
    'a.mathml',
  ])('serves %s as plain text to be saved', (name) => {
    expect(contentTypeOf(name)).toEqual({ header: 'text/plain; charset=utf-8', canBeInline: false });
  });

  it.each([
    ['a.pdf', 'application/pdf'],
    ['a.swf', 'application/x-shockwave-flash'],
    ['a.svgz', 'text/plain; charset=utf-8'],
    ['a.mht', 'message/rfc822'],
    ['a.hta', 'application/octet-stream'],
    ['a.bin', 'application/octet-stream'],
    ['a.zip', 'application/zip'],
    ['a.unknown', 'application/octet-stream'],
  ])('serves %s to be saved', (name, header) => {
    expect(contentTypeOf(name)).toEqual({ header, canBeInline: false });
  });
});
