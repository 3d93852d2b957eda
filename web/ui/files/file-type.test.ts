import { expect, it } from 'vitest';
import { extensionOf, fileTypeOf } from './file-type.ts';

it.each([
  ['IMG_2001.JPG', 'picture'],
  ['clip.webm', 'film'],
  ['street.wav', 'sound'],
  ['Annual report 2026.pdf', 'document'],
  ['budget.xlsx', 'table'],
  ['site.tar.gz', 'archive'],
  ['main.ts', 'code'],
  ['jpg', 'other'],
  ['.png', 'other'],
  ['what.ever', 'other'],
])('%s is of the type %s', (name, type) => expect(fileTypeOf(name)).toBe(type));

it.each([
  ['a.TXT', 'txt'],
  ['no extension', ''],
  ['.hidden', ''],
  ['ends with a dot.', ''],
])('the extension of "%s" is "%s"', (name, extension) => expect(extensionOf(name)).toBe(extension));
