import { parse } from 'content-disposition';
import { describe, expect, it } from 'vitest';
import { contentHeaders, dispositionOf } from './headers.ts';

describe('dispositionOf', () => {
  it.each([
    ['plain.txt', 'attachment; filename=plain.txt'],
    ['two words.txt', 'attachment; filename="two words.txt"'],
    ['a"b.txt', `attachment; filename=a_b.txt; filename*=UTF-8''a%22b.txt`],
    ['50%41.txt', `attachment; filename=50_41.txt; filename*=UTF-8''50%2541.txt`],
    ['ж.txt', `attachment; filename=zh.txt; filename*=UTF-8''%D0%B6.txt`],
    ['ä.txt', `attachment; filename=a.txt; filename*=UTF-8''%C3%A4.txt`],
    ['🎉.txt', `attachment; filename=tada.txt; filename*=UTF-8''%F0%9F%8E%89.txt`],
    ["it's (1)*.txt", 'attachment; filename="it\'s (1)*.txt"'],
    ["ж's (1)*.txt", `attachment; filename="zh's (1)*.txt"; filename*=UTF-8''%D0%B6%27s%20%281%29%2A.txt`],
    ['a; filename=evil.exe', 'attachment; filename="a; filename=evil.exe"'],
    [
      'a\r\nSet-Cookie: b',
      `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`,
    ],
  ])('names %j', async (name, expected) => {
    expect(await dispositionOf({ name, isInline: false })).toBe(expected);
  });

  it.each([
    ['é.bin', 'e.bin'],
    ['e\u0301.bin', 'e.bin'],
    ['Größe Łódź Øl ærlig það.txt', 'Grosse Lodz Ol aerlig thad.txt'],
    ['Отчёт 2024.pdf', 'Otchet 2024.pdf'],
    ['Αθήνα.jpg', 'Athina.jpg'],
    ['报告 2024.pdf', 'BaoGao 2024.pdf'],
    ['日本語.txt', 'RiBenYu.txt'],
    ['한국어.txt', 'HanGugEo.txt'],
    ['“a”.txt', '_a_.txt'],
    ['100\uff05.txt', '100_.txt'],
    ['a\u2215b\u29f5c.txt', 'a_b_c.txt'],
    ['\uff0e\uff0e', '__'],
    ['\u2024\u2024\u2215x', '___x'],
    ['\ue000.txt', '_.txt'],
    ['a\u202egpj.exe', 'a_gpj.exe'],
  ])('says %j in ASCII for programs that read nothing else', async (name, ascii) => {
    const disposition = await dispositionOf({ name, isInline: false });
    expect(parse(disposition, { extended: false }).parameters['filename']).toBe(ascii);
  });

  it('says what may be shown in place', async () => {
    expect(await dispositionOf({ name: 'a.png', isInline: true })).toBe('inline; filename=a.png');
  });
});

describe('contentHeaders', () => {
  const content = {
    name: 'a.txt',
    type: 'text/plain; charset=utf-8',
    size: 3,
    etag: '"tag"',
    lastModified: new Date(Date.UTC(1994, 10, 6, 8, 49, 37)),
    isInline: false,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  };

  it('describe the content', async () => {
    expect(await contentHeaders(content)).toEqual({
      ETag: '"tag"',
      'Last-Modified': 'Sun, 06 Nov 1994 08:49:37 GMT',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename=a.txt',
      'Accept-Ranges': 'bytes',
      'Repr-Digest': 'sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:',
    });
  });

  it('leave out what is not known', async () => {
    const { sha256, ...rest } = content;
    const headers = await contentHeaders({ ...rest, lastModified: null });
    expect(headers).not.toHaveProperty('Last-Modified');
    expect(headers).not.toHaveProperty('Repr-Digest');
  });
});
