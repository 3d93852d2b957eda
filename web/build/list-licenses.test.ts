import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeLicenses } from './list-licenses.ts';

const folder = mkdtempSync(join(tmpdir(), 'fileshare-test-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives every text that a package has, by the name of the package', () => {
  writeFileSync(join(folder, 'LICENSE.md'), 'You may.\n');
  writeFileSync(join(folder, 'NOTICE'), 'By Ann.');
  writeFileSync(join(folder, 'index.js'), '');
  const one = { version: '1.0.0', license: 'MIT', folder };
  const text = describeLicenses([
    { ...one, name: 'b' },
    { ...one, name: '@a/a' },
  ]);
  expect(text).toContain('@a/a 1.0.0 (MIT)\n\nYou may.\n\nBy Ann.\n');
  expect(text.indexOf('@a/a')).toBeLessThan(text.indexOf('b 1.0.0'));
});

it('refuses a package without a license', () => {
  expect(() => describeLicenses([{ name: 'a', version: '1.0.0', license: '', folder }])).toThrow(
    'a names no license',
  );
});
