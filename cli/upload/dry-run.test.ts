import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { describeFailure } from '../errors/describe-failure.ts';
import { testContext } from '../testing/context.ts';
import { aFile, aShare, reverseShareToken } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import { runDry } from './dry-run.ts';

const ann = { username: 'ann', isAdmin: false };
const plain = { hidden: false, renameInvalid: false, passwordStdin: false, replace: false };

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
  await writeFile(path.join(folder.path, 'small.txt'), '1234');
  await writeFile(path.join(folder.path, 'other.txt'), '12345678');
  await writeFile(path.join(folder.path, 'large.txt'), '1234567890'.repeat(5));
});
afterEach(() => folder.remove());

interface Server {
  user?: object | null;
  config?: Readonly<Record<string, string>>;
  quota?: number | null;
  available?: number | null;
  others?: object;
}

function serverOf({ user = ann, config = {}, quota = null, available = null, others = {} }: Server) {
  return {
    users: { me: stub(() => user), myUsage: stub(() => ({ size: 0, quota })) },
    configs: { list: stub(() => Object.entries(config).map(([key, value]) => ({ key, value }))) },
    statistics: { overview: stub(() => ({ availableBytes: available })) },
    shares: { isShareIdAvailable: stub(() => ({ available: false })) },
    ...others,
  };
}

const reverseShare = `https://files.example.org/upload/${reverseShareToken}`;
const needed = ['share_needs_password'];

/** Where shares of users need a password. */
function toReverseShare(invitation: object): Server {
  const answer = {
    owner: 'ann',
    maxShareSize: null,
    requiresSignIn: false,
    hasPassword: false,
    ...invitation,
  };
  return {
    config: { 'policies.userPassword': 'true' },
    others: { reverseShares: { invitation: stub(() => answer) } },
  };
}

/** Runs it without files of its own: the three of the folder. */
async function run(server: Server, options: object = {}) {
  const { context, stderr } = testContext({ client: serverOf(server) });
  const names = ['small.txt', 'other.txt', 'large.txt'].map((name) => path.join(folder.path, name));
  const error: unknown = await runDry(context, names, { ...plain, ...options }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const { lines, document, exitCode } = describeFailure(context.translator, error);
  const problems = error === null ? [] : (document['problems'] as { code: string }[]);
  return { lines, document, exitCode, codes: problems.map(({ code }) => code), stderr: stderr() };
}

describe('upload --dry-run', () => {
  it('names everything that the server would refuse, in the order in which it checks', async () => {
    const config = {
      'share.maxSize': '10',
      'share.maxFiles': '2',
      'share.maxExpiration': '24',
      'policies.userPassword': 'true',
    };
    const options = { id: 'mine', expires: '1-year', to: ['bob@example.org'] };
    const { lines, codes, document, exitCode } = await run({ config, quota: 20 }, options);
    expect(codes).toEqual([
      'share_too_many_files',
      'share_needs_password',
      'share_expiration_too_late',
      'share_recipients_disabled',
      'share_too_large',
      'share_too_large',
      'quota_exceeded',
      'share_id_taken',
    ]);
    expect(exitCode).toBe(8);
    expect(document).toMatchObject({ code: 'share_too_many_files', dryRun: { files: 3, bytes: 62 } });
    expect(lines.join('\n')).toContain(
      [
        'fileshare: 1 file alone exceeds the maximum share size of 10 bytes:',
        '  large.txt (50 bytes)',
        'fileshare: Your files exceed the maximum share size of 10 bytes',
      ].join('\n'),
    );
  });

  it.each<[string, Server, object, string[]]>([
    ['nothing, if all is well', {}, {}, []],
    [
      'only the account that is missing',
      { user: null, config: { 'share.maxSize': '10' } },
      {},
      ['share_anonymous_disabled'],
    ],
    [
      'what applies to guests',
      {
        user: null,
        config: {
          'share.allowUnauthenticatedShares': 'true',
          'policies.guestMaxFiles': '2',
          'policies.guestMaxSize': '60',
          'policies.guestMaxExpiration': '1',
          'policies.guestPassword': 'true',
        },
      },
      { expires: '1-day' },
      ['share_too_many_files', 'share_needs_password', 'share_expiration_too_late', 'share_too_large'],
    ],
    [
      'no password that is given',
      { config: { 'policies.userPassword': 'true' } },
      { password: 'generate' },
      [],
    ],
    [
      'files that are in the share, and all limits of it',
      {
        config: { 'share.maxSize': '70', 'share.maxFiles': '4' },
        quota: 60,
        others: {
          shares: { getOwned: stub(() => aShare({ fileCount: 3, size: 10 })) },
          files: {
            listOwned: stub(() => ({ files: [aFile('small.txt'), aFile('large.txt')], nextCursor: null })),
          },
        },
      },
      { into: 'abc123' },
      ['share_too_many_files', 'share_too_large', 'quota_exceeded', 'file_exists'],
    ],
    [
      'what a reverse share refuses',
      {
        user: null,
        config: { 'share.maxFiles': '2' },
        others: {
          reverseShares: { invitation: stub(() => ({ maxShareSize: 60, requiresSignIn: true })) },
        },
      },
      { reverseShare },
      ['sign_in_required', 'share_too_many_files', 'share_too_large'],
    ],
    ['a password that the own reverse share needs', toReverseShare({}), { reverseShare }, needed],
    ['no password that is given', toReverseShare({}), { reverseShare, password: 'generate' }, []],
    [
      'a password that is needed beside that of the reverse share',
      toReverseShare({ hasPassword: true }),
      { reverseShare, password: 'prompt' },
      needed,
    ],
    [
      'no password that is given beside that of the reverse share',
      toReverseShare({ hasPassword: true }),
      { reverseShare, sharePassword: { password: 'generate', passwordStdin: false } },
      [],
    ],
    ['no password that somebody else needs', toReverseShare({ owner: 'bob' }), { reverseShare }, []],
  ])('tells of %s', async (_name, server, options, expected) => {
    expect((await run(server, options)).codes).toEqual(expected);
  });

  it('tells administrators of the storage of the instance, and asks for nobody else', async () => {
    const { lines, codes } = await run({ user: { ...ann, isAdmin: true }, available: 50 });
    expect(codes).toEqual(['storage_full']);
    expect(lines).toEqual([
      'fileshare: The server has 50 bytes of free storage, but these files need 62 bytes.',
    ]);
    expect((await run({ available: 50 })).codes).toEqual([]);
    expect((await run({ user: { ...ann, isAdmin: true }, available: null })).codes).toEqual([]);
  });

  it('leaves out what a key may not see', async () => {
    const refusal = () => {
      throw new AppError('api_key_scope', { scope: 'admin' });
    };
    const others = { users: { me: stub(() => ({ ...ann, isAdmin: true })), myUsage: stub(refusal) } };
    expect((await run({ others: { ...others, statistics: { overview: stub(refusal) } } })).codes).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('tells of names and limits together', async () => {
    await writeFile(path.join(folder.path, 'a\\b.txt'), 'x');
    const { context } = testContext({ client: serverOf({ config: { 'share.maxFiles': '2' } }) });
    await expect(runDry(context, [folder.path], plain)).rejects.toMatchObject({
      errors: [{ text: { key: 'cli.errors.names_refused' } }, { code: 'share_too_many_files' }],
    });
  });
});
