import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findProblems, makeBom, notesOf, sumsOf } from './release.js';

const changelog = `# Changelog

## Unreleased

## 1.2.0 - 2026-01-31

### Added

- Notes.

## [1.1.0]

- Older.
`;

const ready = { version: '1.2.0', lockedVersion: '1.2.0', changelog, changes: '', tags: ['v1.1.0'] };

it('finds nothing wrong with a checkout that is ready', () => {
  expect(findProblems(ready)).toEqual([]);
});

it.each([
  [{ version: '1.2', lockedVersion: '1.2' }, 'is not a version'],
  [{ lockedVersion: '1.1.0' }, 'package-lock.json has version 1.1.0'],
  [{ changes: ' M README.md' }, 'not committed:\n M README.md'],
  [{ tags: ['v1.2.0'] }, 'There is a tag v1.2.0'],
  [{ version: '1.3.0', lockedVersion: '1.3.0' }, 'no part "## 1.3.0"'],
  [
    { changelog: changelog.replace('Unreleased\n', 'Unreleased\n\n- More.\n') },
    'move what is under Unreleased',
  ],
])('refuses %j', (change, text) => {
  expect(findProblems({ ...ready, ...change }).join('\n')).toContain(text);
});

it('takes the notes of a version from the changelog', () => {
  expect(notesOf(changelog, '1.2.0')).toBe('### Added\n\n- Notes.');
  expect(notesOf(changelog, '1.1.0')).toBe('- Older.');
  expect(notesOf(changelog, 'Unreleased')).toBeNull();
});

it('writes sums that sha256sum can check', () => {
  const empty = Buffer.alloc(0);
  const sum = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect(
    sumsOf([
      { file: 'b', content: empty },
      { file: 'a', content: empty },
    ]),
  ).toBe(`${sum}  a\n${sum}  b\n`);
});

it('lists every package that is installed with the program', () => {
  const { metadata, components } = makeBom('fileshare') as Bom;
  expect(metadata.component.name).toBe('fileshare');
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const installed = Object.entries(packages)
    .filter(([folder, { dev, optional }]) => folder !== '' && !dev && !optional)
    .map(([folder, { name, version }]) => `${name ?? folder.replace(/^.*node_modules\//, '')}@${version}`);
  expect(installed.length).toBeGreaterThan(20);
  expect(installed.filter((one) => !listed.has(one))).toEqual([]);
});

interface Bom {
  metadata: { component: { name: string } };
  components: { name: string; version: string }[];
}

interface Lock {
  packages: Record<string, { name?: string; version: string; dev?: boolean; optional?: boolean }>;
}
