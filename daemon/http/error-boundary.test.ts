import { expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { errorBody, toAppError } from './error-boundary.ts';

it.each([
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
  ['SQLITE_FULL', 'storage_full'],
  // PostgreSQL: disk full, no connections left, statement or lock timeout, shutdown, connection lost.
  ['53100', 'storage_full'],
  ['53300', 'overloaded'],
  ['57014', 'overloaded'],
  ['55P03', 'overloaded'],
  ['57P01', 'overloaded'],
  ['08006', 'overloaded'],
  ['42P01', 'internal'],
  ['EMFILE', 'overloaded'],
  ['EIO', 'internal'],
])('says of %s: %s', (code, expected) => {
  expect(toAppError(Object.assign(new Error('failed'), { code })).code).toBe(expected);
});

it('answers the message of an error, and beside it what explains it', () => {
  expect(errorBody(new AppError('share_not_found'), 'r1')).toEqual({
    error: 'share_not_found',
    message: 'Share not found',
    hint: 'The link may be wrong, or the share has expired.',
    requestId: 'r1',
  });
  expect(errorBody(new AppError('forbidden'), 'r1')).not.toHaveProperty('hint');
});
