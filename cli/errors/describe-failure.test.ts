import { describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { NetworkError } from '#sdk/index.js';
import { create as createWebhook } from '../commands/admin/webhooks/create.ts';
import { upload } from '../commands/upload.ts';
import { createCliTranslator } from '../context.ts';
import { CliError, HintedError, InterruptedError } from './cli-error.ts';
import { describeFailure, isResumable } from './describe-failure.ts';
import { fieldNamesOf } from './names.ts';

const translator = createCliTranslator({});

function named(name: string, fields: object = {}): Error {
  return Object.assign(new Error(name), { name, ...fields });
}

const failed = (...errors: Error[]) =>
  named('UploadFailedError', { failures: errors.map((error, index) => ({ path: `${index}.txt`, error })) });

describe('describeFailure', () => {
  it.each([
    ['a catalogued error', new AppError('share_not_found'), 6],
    ['a wrong password', new AppError('share_password_wrong'), 11],
    ['a missing session', new AppError('sign_in_required'), 4],
    ['no connection', named('NetworkError'), 7],
    ['a certificate', new AppError('server_certificate', { problem: 'expired' }), 10],
    ['Ctrl-C', new InterruptedError('interrupted'), 130],
    ['a closed terminal', new InterruptedError('hangup'), 129],
    ['termination', new InterruptedError('terminated'), 143],
    ['a missing file', named('Error', { code: 'ENOENT', path: 'x' }), 2],
    ['a file that changed meanwhile', named('FileChangedError'), 12],
    ['a full disk', named('Error', { code: 'ENOSPC', path: 'x' }), 8],
    ['something else', new Error('boom'), 1],
    ['a hinted error', new HintedError(named('NetworkError'), { key: 'cli.hints.no_server' }), 7],
    ['files that failed for one reason', failed(named('NetworkError'), named('NetworkError')), 7],
    [
      'files that failed for several reasons',
      failed(named('NetworkError'), named('E', { code: 'EACCES' })),
      3,
    ],
  ])('gives %s its exit code', (_name, error, exitCode) => {
    expect(describeFailure(translator, error).exitCode).toBe(exitCode);
  });

  it('says in at most three lines what happened and what to do next', () => {
    const { lines } = describeFailure(translator, new AppError('sign_in_required'));
    expect(lines).toEqual(['fileshare: Sign in first, then try again.', 'Run: fileshare login']);
  });

  it('explains a failure on a line of its own', () => {
    const { lines, document } = describeFailure(translator, new AppError('share_not_found'));
    const hint = 'The link may be wrong, or the share has expired.';
    expect(lines).toEqual(['fileshare: Share not found', hint]);
    expect(document).toMatchObject({ message: 'Share not found', hint });
  });

  it.each([
    [new AppError('password_wrong'), 11, 'the password you sign in with'],
    [new AppError('last_admin'), 12, 'fileshare admin users edit USER --admin'],
    [new AppError('mail_disabled'), 12, 'smtp.enabled=true'],
    [
      new AppError('api_key_scope', { scope: 'shares:write' }),
      5,
      'fileshare key create NAME --scope shares:write',
    ],
    [new AppError('api_key_refused'), 5, 'FILESHARE_TOKEN'],
    [new AppError('api_key_limit', { max: 50 }), 8, 'fileshare key revoke'],
    [new AppError('user_not_found'), 6, 'fileshare admin users list'],
    [new AppError('login_token_invalid'), 4, 'again'],
    [new AppError('credentials_wrong'), 4, 'If you forgot your password'],
  ])('says what to do next after %s', (error, exitCode, words) => {
    const failure = describeFailure(translator, error);
    expect(failure.exitCode).toBe(exitCode);
    expect(failure.lines).toHaveLength(2);
    expect(failure.lines[1]).toContain(words);
    expect(failure.lines.join()).not.toContain('{');
  });

  it('keeps several problems of a request in one line', () => {
    const issues = [
      { field: 'name', code: 'required' as const },
      { field: 'id', code: 'invalid' as const },
    ];
    const { lines } = describeFailure(
      translator,
      new AppError('validation_failed', { field: 'name', problem: 'required' }, { issues }),
    );
    expect(lines).toEqual(['fileshare: name: This field is required; id: This value is not valid']);
  });

  it('names the options and arguments that refused fields come from', () => {
    const fields = fieldNamesOf(upload);
    const issues = [
      { field: 'expiration', code: 'expiration' as const },
      { field: 'recipients.0', code: 'email' as const },
      { field: 'files.0.path', code: 'invalid' as const },
    ];
    const error = new AppError(
      'validation_failed',
      { field: 'expiration', problem: 'expiration' },
      { issues },
    );
    const { lines, document } = describeFailure(translator, error, { server: null, fields });
    expect(lines[0]).toMatch(/^fileshare: --expires: .*; --to: .*; files\.0\.path: /);
    expect(document).toMatchObject({ params: { field: 'expiration' }, issues });
    expect(fieldNamesOf(createWebhook).get('name')).toBe('WEBHOOK');
  });

  it('names the server that was not reached, also where something else answered for it', () => {
    const names = { server: 'https://files.example.org', fields: new Map<string, string>() };
    const silent = describeFailure(translator, new NetworkError('The connection stalled.'), names);
    expect(silent.lines).toEqual([
      expect.stringMatching(/: https:\/\/files\.example\.org can't be reached\./),
    ]);
    const other = new NetworkError('down', { server: 'https://other.example.org' });
    expect(describeFailure(translator, other, names).lines[0]).toContain('https://other.example.org can');
  });

  it('joins a list and what announces it in the document', () => {
    const params = { count: 2, names: 'Backslash in the name: a\nAbsolute path: b' };
    const error = new CliError({ exit: 'usage', key: 'cli.errors.names_refused', params });
    expect(describeFailure(translator, error).document['message']).toMatch(
      /nothing was uploaded: Backslash in the name: a; Absolute path: b$/,
    );
  });

  it('puts failures of the file system in words', () => {
    const { lines, exitCode } = describeFailure(
      translator,
      named('Error', { code: 'ENOTDIR', path: '/x/y' }),
    );
    expect(lines).toEqual(['fileshare: /x/y cannot exist: a part of this path is a file, not a folder.']);
    expect(exitCode).toBe(2);
  });

  it('does not let names of files control the terminal', () => {
    const error = new AppError('file_exists', { path: 'a\u001b[2Jb\u202e' });
    expect(describeFailure(translator, error).lines.join()).not.toMatch(/[\u001b\u202e]/);
  });

  it('lists the files that failed, but not a lost server once for each', () => {
    const denied = named('Error', { code: 'EACCES', path: '/x' });
    const full = named('Error', { code: 'ENOSPC', path: '/x' });
    const { lines } = describeFailure(translator, failed(denied, denied, full, named('NetworkError')));
    expect(lines).toEqual([
      expect.stringContaining('4 files could not be transferred. The first, 0.txt:'),
      '  Also failed: 1.txt, 2.txt (There is no space left on this disk. Free some space, then try again.)',
    ]);
    const many = describeFailure(translator, failed(...Array.from({ length: 20 }, () => denied)));
    expect(many.lines.slice(1)).toEqual(['  Also failed: 1.txt, 2.txt, 3.txt, 4.txt, 5.txt, and 14 more']);
  });

  it('offers to go on after a share that could not be finished', () => {
    const error = new AppError('share_finish_failed');
    expect(isResumable(error)).toBe(true);
    expect(describeFailure(translator, error)).toMatchObject({
      exitCode: 1,
      lines: ['fileshare: An error occurred while finishing your share'],
    });
  });

  it('lists every failed file in the document', () => {
    const { document } = describeFailure(
      translator,
      failed(new AppError('storage_full'), named('NetworkError')),
    );
    expect(document).toMatchObject({
      code: 'files_failed',
      failures: [
        { path: '0.txt', code: 'storage_full' },
        { path: '1.txt', code: 'network' },
      ],
    });
  });

  it('puts parameters and the request id into the document', () => {
    const error = new AppError('share_too_large', { maxSize: 1000 }, { requestId: 'r1' });
    expect(describeFailure(translator, error).document).toMatchObject({
      code: 'share_too_large',
      params: { maxSize: 1000 },
      requestId: 'r1',
    });
  });

  it('names our own failures by the last word of their text', () => {
    const error = new CliError({ exit: 'usage', key: 'cli.errors.no_server', details: { more: 1 } });
    expect(describeFailure(translator, error).document).toMatchObject({ code: 'no_server', more: 1 });
  });
});
