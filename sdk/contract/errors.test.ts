import { describe, expect, it } from 'vitest';
import {
  AppError,
  commonErrors,
  type ErrorCode,
  errorCatalogue,
  errorFromBody,
  exitCodeOf,
  exitCodes,
  isErrorCode,
  isRetryable,
  makeError,
} from './errors.ts';

const codes = Object.keys(errorCatalogue).filter(isErrorCode);

describe('the error catalogue', () => {
  it.each(codes)('%s has an error status and ends the command with a failure', (code) => {
    expect(errorCatalogue[code].status).toBeGreaterThanOrEqual(400);
    expect(errorCatalogue[code].status).toBeLessThan(600);
    expect(exitCodeOf(code)).toBeGreaterThan(0);
  });

  it('has every exit code once', () => {
    const numbers = Object.values(exitCodes);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('lists each common error once', () => {
    expect(new Set(commonErrors).size).toBe(commonErrors.length);
  });

  it('knows its own codes only', () => {
    for (const value of ['internal', 'share_removed']) expect(isErrorCode(value)).toBe(true);
    for (const value of ['nothing', 'toString', '__proto__', 1, null, undefined]) {
      expect(isErrorCode(value)).toBe(false);
    }
  });

  it('tells what may succeed later', () => {
    expect(isRetryable('upload_locked')).toBe(true);
    expect(isRetryable('share_removed')).toBe(false);
  });
});

describe('an AppError', () => {
  it('carries its code, its parameters and the status of the catalogue', () => {
    const cause = new Error('disk');
    const error = new AppError('file_damaged', { path: 'a.txt' }, { cause });
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'file_damaged',
      params: { path: 'a.txt' },
      status: 500,
      cause,
    });
  });

  it('asks for exactly the parameters of its row', () => {
    // @ts-expect-error the parameter is missing
    expect(new AppError('file_damaged').params).toEqual({});
    // @ts-expect-error this error has no parameters
    expect(new AppError('internal', { path: 'a' }).code).toBe('internal');
  });

  it('is told from other errors', () => {
    expect(new AppError('internal')).toBeInstanceOf(AppError);
    expect(new Error('internal')).not.toBeInstanceOf(AppError);
    expect({ code: 'internal' }).not.toBeInstanceOf(AppError);
    expect(new AppError('internal')).toBeInstanceOf(Error);
  });

  it('does not change with the object it was made from', () => {
    const params = { path: 'a.txt' };
    const error = new AppError('file_damaged', params);
    params.path = 'b.txt';
    expect(error.params).toEqual({ path: 'a.txt' });
  });

  it('comes out of the body of an answer as it went in', () => {
    const issues = [{ field: 'name', code: 'too_long', params: { length: 100 } }] as const;
    const error = errorFromBody({
      error: 'validation_failed',
      message: 'name: too long',
      params: { field: 'name', problem: 'too long' },
      issues,
      requestId: 'r1',
    });
    expect(error).toMatchObject({
      code: 'validation_failed',
      message: 'name: too long',
      params: { field: 'name', problem: 'too long' },
      issues,
      requestId: 'r1',
    });
  });

  it.each([null, undefined, 'text', 1, [], {}, { error: 'nothing' }, { error: 7 }])(
    'is internal when the body is %j',
    (body) => {
      expect(errorFromBody(body).code).toBe<ErrorCode>('internal');
    },
  );

  it('can be made of a code known at run time only', () => {
    const code: ErrorCode = codes[0] ?? 'internal';
    expect(makeError(code, undefined)).toBeInstanceOf(AppError);
  });
});
