import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, errorCatalogue, makeError } from '../contract/errors.ts';
import { pathProblems } from '../contract/formats/paths.ts';
import { readCatalogues } from './catalogue.ts';
import { describeError, errorHint, errorMessage } from './describe-error.ts';
import { createTranslator } from './translate.ts';

const english = createTranslator('en', readCatalogues('en'));
const describeInEnglish = (error: unknown) => describeError(english, error);

describe('describeError', () => {
  it.each(Object.keys(errorCatalogue))('leaves no parameter open in %s', (code) => {
    const spec: { status: number; params?: readonly string[] } = errorCatalogue[code as ErrorCode];
    const params = Object.fromEntries(
      (spec.params ?? []).map((name) => [name, name === 'max' ? '2030-01-01' : 5]),
    );
    expect(describeInEnglish(makeError(code as ErrorCode, params))).not.toMatch(/[{}]|NaN|Invalid Date/);
  });

  it('writes sizes in decimal units', () => {
    expect(describeInEnglish(new AppError('share_too_large', { maxSize: 2_300_000_000 }))).toBe(
      'Your files exceed the maximum share size of 2.3 GB',
    );
  });

  it.each([
    [new AppError('share_too_many_files', { maxFiles: 1 }), 'A share can hold at most 1 file.'],
    [new AppError('share_too_many_files', { maxFiles: 2 }), 'A share can hold at most 2 files.'],
    [new AppError('share_incomplete', { count: 1 }), '1 file has not finished uploading.'],
    [new AppError('share_incomplete', { count: 2 }), '2 files have not finished uploading.'],
  ])('speaks of one thing and of many: %s', (error, text) => {
    expect(describeInEnglish(error)).toBe(text);
  });

  it('writes dates for readers', () => {
    const text = describeInEnglish(
      new AppError('share_expiration_too_late', { max: '2030-05-06T12:00:00Z' }),
    );
    expect(text).toMatch(/^Expiration exceeds maximum expiration date of May 6, 2030, /);
  });

  it('explains an error on a line of its own where there is something to explain', () => {
    const notFound = new AppError('share_not_found');
    const hint = 'The link may be wrong, or the share has expired.';
    expect(errorMessage(english, notFound)).toBe('Share not found');
    expect(errorHint(english, notFound)).toBe(hint);
    expect(describeInEnglish(notFound)).toBe(`Share not found\n${hint}`);
    expect(errorHint(english, new AppError('forbidden'))).toBeUndefined();
  });

  it.each(['validation_failed', 'config_invalid'] as const)(
    'says what it can of %s without parameters',
    (code) => {
      expect(describeInEnglish(makeError(code, {}))).toBe('This value is not valid');
    },
  );

  it('names every wrong field', () => {
    const error = makeError(
      'validation_failed',
      { field: 'name', problem: 'too_long' },
      {
        issues: [
          { field: 'name', code: 'too_long', params: { length: 100 } },
          { field: '', code: 'required' },
        ],
      },
    );
    expect(describeInEnglish(error)).toBe('name: Must be at most 100 characters\nThis field is required');
  });

  it('says what is wrong with a setting', () => {
    const error = makeError(
      'config_invalid',
      { key: 'share.maxFiles', problem: 'too_small' },
      {
        issues: [{ field: 'share.maxFiles', code: 'too_small', params: { minimum: 1 } }],
      },
    );
    expect(describeInEnglish(error)).toBe('share.maxFiles: Must be at least 1');
  });

  it('says what is wrong with each of several settings', () => {
    const issues = (['smtp.host', 'smtp.email'] as const).map((field) => ({
      field,
      code: 'required' as const,
    }));
    const error = makeError('config_invalid', { key: 'smtp.host', problem: 'required' }, { issues });
    expect(describeInEnglish(error)).toBe(
      'smtp.host: This field is required\nsmtp.email: This field is required',
    );
  });

  it.each(pathProblems)('says what is wrong with a path: %s', (problem) => {
    const text = describeInEnglish(new AppError('file_path_invalid', { path: 'x', problem }));
    expect(text).toMatch(/^x can't be uploaded: it/);
  });

  it('sums up failed files', () => {
    const failures = [
      { path: 'a', error: new AppError('storage_full') },
      { path: 'b', error: new Error('?') },
    ];
    expect(describeInEnglish({ name: 'UploadFailedError', failures })).toMatch(
      /^2 files .* a: The server doesn't have enough free space/,
    );
  });

  it('knows files that changed under the program or led out of the folder', () => {
    expect(describeInEnglish({ name: 'FileChangedError', path: 'a' })).toMatch(/changed or removed/);
    expect(describeInEnglish(new DOMException('', 'NotReadableError'))).toMatch(/changed or removed/);
    expect(describeInEnglish({ name: 'UnsafeTargetError' })).toMatch(/outside the folder/);
  });

  it('knows broken connections, and nothing else', () => {
    expect(describeInEnglish({ name: 'NetworkError' })).toMatch(/can't be reached/);
    expect(describeInEnglish({ name: 'NetworkError', server: 'https://x.example' })).toMatch(
      /^https:\/\/x\.example can't be reached/,
    );
    expect(describeInEnglish(new Error('secret'))).toBe(
      'An unknown error occurred. Try again. If it happens again, tell the administrator.',
    );
    expect(describeInEnglish(undefined)).toBe(
      'An unknown error occurred. Try again. If it happens again, tell the administrator.',
    );
  });
});
