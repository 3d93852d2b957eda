import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeLicenses, packagesOf } from './list-licenses.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fileshare-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const one = () => ({ version: '1.0.0', license: 'MIT', folders: [folder] });
const installed = (file: string) => join(import.meta.dirname, '../../node_modules', file);

it('gives every text that a package has, by the name of the package', () => {
  writeFileSync(join(folder, 'LICENSE.md'), 'You may.\n');
  writeFileSync(join(folder, 'NOTICE'), 'By Ann.');
  writeFileSync(join(folder, 'license.js'), 'code');
  const text = describeLicenses([
    { ...one(), name: 'b' },
    { ...one(), name: '@a/a' },
  ]);
  expect(text).toContain('@a/a 1.0.0 (MIT)\n\nYou may.\n\nBy Ann.\n');
  expect(text).not.toContain('code');
  expect(text.indexOf('@a/a')).toBeLessThan(text.indexOf('b 1.0.0'));
});

it('refuses a package that names no license, and one without its text', () => {
  expect(() => describeLicenses([{ ...one(), name: 'a', license: '' }])).toThrow('a names no license');
  expect(() => describeLicenses([{ ...one(), name: 'a' }])).toThrow('a has no license text');
});

it('knows the licenses of the parts of a package that are by others', () => {
  const files = ['build/pdf.worker.min.mjs', 'wasm/openjpeg_nowasm_fallback.js', 'cmaps/78-EUC-H.bcmap?url'];
  const fonts = ['standard_fonts/FoxitFixed.pfb', 'standard_fonts/LiberationSans-Bold.ttf'];
  const packages = packagesOf([...files, ...fonts].map((file) => installed(`pdfjs-dist/${file}`)));
  expect(packages.map(({ name }) => name)).toEqual(['pdfjs-dist']);
  const text = describeLicenses(packages);
  for (const holder of [
    'Copyright 1990-2009 Adobe Systems Incorporated',
    'Copyright 2014 PDFium Authors',
    'Copyright (c) 2012 Red Hat, Inc.',
    'Universite catholique de Louvain',
    'Apache License',
  ]) {
    expect(text).toContain(holder);
  }
});

it('knows the licenses of packages that come without the text', () => {
  const files = ['qrcode-generator/dist/qrcode.mjs', '@mui/x-charts-vendor/d3-scale.mjs'];
  const text = describeLicenses(packagesOf(files.map(installed)));
  expect(text).toContain('(MIT)\n\nMIT License\n\nCopyright (c) 2009 Kazuhiko Arase\n\nPermission is');
  expect(text).toContain(
    '(MIT AND ISC)\n\nMIT License\n\nCopyright (c) 2020 Material-UI SAS\n\nPermission is',
  );
});

it('leaves our own files out', () => {
  expect(packagesOf(['\0virtual', import.meta.filename])).toEqual([]);
});
