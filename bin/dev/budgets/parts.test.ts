import { expect, it } from 'vitest';
import { partOf } from './parts.ts';

it.each([
  ['file:///srv/fileshare/node_modules/koa/lib/application.js', 'koa', true],
  ['/srv/fileshare/node_modules/@koa/router/dist/index.js', '@koa/router', true],
  ['/srv/node_modules/a/node_modules/b/index.js', 'b', true],
  ['wasm://wasm/0003fb82', 'WebAssembly', true],
  ['file:///srv/fileshare/dist/daemon/features/shares/repos/share-repo.js', 'daemon/features/shares', false],
  ['file:///srv/fileshare/dist/daemon/host.js', 'daemon', false],
  ['file:///srv/fileshare/bin/fileshare.js', 'bin', false],
])('finds the part of %s', (url, name, isPackage) => {
  expect(partOf(url)).toEqual({ name, isPackage });
});

it.each(['', 'node:fs', 'evalmachine.<anonymous>'])('leaves out %j', (url) => {
  expect(partOf(url)).toBeNull();
});
