import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configKeys } from '#sdk/contract/config.js';

const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(testing|e2e)\//.test(file);
const files = ['daemon', 'web', 'sdk/client'].flatMap((folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter(isSource)
    .map((file) => join(folder, file)),
);
const sources = files.map((file) => readFileSync(file, 'utf8')).join('\n');
const read = new Set([...sources.matchAll(/[(:]\s*'([a-z]+\.[\w-]+)'/gi)].map(([, key]) => key));

it('every variable is read by the program', () => {
  expect(configKeys.filter((key) => !read.has(key))).toEqual([]);
});
