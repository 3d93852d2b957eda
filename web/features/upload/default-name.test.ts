import { expect, it } from 'vitest';
import { defaultNameOf } from './default-name.ts';

it.each([
  [['Porto/a.jpg', 'Porto/Day two/b.jpg'], 'Porto'],
  [['Annual report 2026.pdf'], 'Annual report 2026'],
  [['archive.tar.gz'], 'archive.tar'],
  [['.env'], '.env'],
  [['v1.2/notes.txt'], 'v1.2'],
  [['a.jpg', 'b.jpg'], ''],
  [['Porto/a.jpg', 'notes.txt'], ''],
  [[], ''],
  [[`${'n'.repeat(120)}.txt`], 'n'.repeat(100)],
  [[`${'n'.repeat(99)}🎉.txt`], 'n'.repeat(99)],
  [['\u202eot\roP/a.jpg'], 'ot oP'],
])('of %j is "%s"', (paths, name) => {
  expect(defaultNameOf(new Map(paths.map((path) => [path, new File([], 'f')])))).toBe(name);
});
