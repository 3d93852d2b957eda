import { expect, it } from 'vitest';
import { toAppError } from './error-boundary.ts';

it.each([
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
  ['SQLITE_FULL', 'storage_full'],
  ['EMFILE', 'overloaded'],
  ['EIO', 'internal'],
])('says of %s: %s', (code, expected) => {
  expect(toAppError(Object.assign(new Error('failed'), { code })).code).toBe(expected);
});
