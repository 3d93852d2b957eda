import { describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { readOptions } from '../options/read.ts';
import { testContext } from '../testing/context.ts';
import { aShare, reverseShareToken } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import { planReverseShare } from '../upload/plan-reverse-share.ts';
import { upload } from './upload.ts';

const link = `https://inbox.example.org/upload/${reverseShareToken}`;

function setUp(raw: Record<string, unknown>, init: Partial<Parameters<typeof testContext>[0]> = {}) {
  const uploadFiles = stub(() => ({
    share: aShare(),
    uploadToken: 'fsu_1',
    files: 1,
    bytes: 10,
    resumed: 0,
  }));
  const test = testContext({
    ...init,
    client: {
      uploadFiles,
      reverseShares: { invitation: async () => ({ hasPassword: true, hasSimpleForm: false }) },
      ...init.client,
    },
  });
  const options = readOptions(test.context.translator, upload.options, raw);
  return {
    ...test,
    uploadFiles,
    run: () => upload.run(test.context, { args: [import.meta.filename], options }),
  };
}

describe('upload', () => {
  it.each<[Record<string, unknown>, string, string]>([
    [{ into: 'abc123', expires: '1d' }, '--into', '--expires'],
    [{ into: 'abc123', name: 'x' }, '--into', '--name'],
    [{ into: 'abc123', reverseShare: link }, '--into', '--reverse-share'],
    [{ into: 'abc123', password: 'generate' }, '--into', '--password'],
    [{ reverseShare: link, maxViews: 3 }, '--reverse-share', '--max-views'],
    [{ reverseShare: link, to: ['bob@example.org'] }, '--reverse-share', '--to'],
  ])('refuses %j together', async (raw, option, other) => {
    await expect(setUp(raw).run()).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.options_exclusive', params: { option, other } },
    });
  });

  it('replaces only in a share that is there', async () => {
    await expect(setUp({ replace: true }).run()).rejects.toMatchObject({
      text: { key: 'cli.errors.replace_alone' },
    });
  });

  it('adds files to a share of the own server', async () => {
    const { run, uploadFiles } = setUp({ into: 'https://files.example.org/s/abc123', replace: true });
    const result = await run();
    expect(uploadFiles.mock.calls).toMatchObject([[[{}], { into: 'abc123', replace: true }]]);
    expect(upload.view?.(result, testContext().context)).toEqual(['https://files.example.org/s/abc123']);
  });

  it('asks for the password of a reverse share, on the server of its link', async () => {
    const { run, uploadFiles, clients, questions } = setUp(
      { reverseShare: link, name: 'May' },
      { answers: ['sesame'] },
    );
    await run();
    expect(clients).toMatchObject([{ server: 'https://inbox.example.org' }]);
    expect(clients[0]?.token).toBeUndefined();
    expect(questions).toEqual(['Password of the reverse share: ']);
    expect(uploadFiles.mock.calls).toMatchObject([
      [[{}], { share: { name: 'May' }, reverseShare: { link: reverseShareToken, password: 'sesame' } }],
    ]);
  });

  it.each([
    [{ name: 'May' }, '--name'],
    [{ description: 'Here they are' }, '--description'],
  ])('says that a link takes files only when it is given %j', async (words, option) => {
    const invitation = async () => ({ hasPassword: false, hasSimpleForm: true });
    const { run } = setUp({ reverseShare: link, ...words }, { client: { reverseShares: { invitation } } });
    await expect(run()).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.takes_files_only', params: { option } },
    });
  });

  it('gives such a link what comes by stdin, whose name is the name of the file', async () => {
    const client = {
      reverseShares: { invitation: async () => ({ hasPassword: false, hasSimpleForm: true }) },
    };
    const { context } = testContext({ client });
    const none = { passwordStdin: false };
    const target = { link, share: { name: 'May.txt' }, namesFile: true, password: none, sharePassword: none };
    const plan = await planReverseShare(context, target, { paths: ['/spool/May.txt'], resume: false });
    expect(plan.target.share).toEqual({});
  });

  /** Sends to a reverse share of ann, with the options of a password. */
  const toAnn = (username: string | null, raw: Record<string, unknown>, answers: string[] = []) => {
    const invitation = async () => ({ owner: 'ann', hasPassword: false, hasSimpleForm: false });
    const me = async () => username && { username };
    const client = { reverseShares: { invitation }, users: { me } };
    return setUp({ reverseShare: link, ...raw }, { client, answers });
  };

  it('protects a share for oneself with the password', async () => {
    const { run, uploadFiles, questions } = toAnn('ann', { password: 'prompt' }, ['sesame', 'sesame']);
    await run();
    expect(questions).toEqual(['New password for the share: ', 'Repeat the password: ']);
    expect(uploadFiles.mock.calls).toMatchObject([
      [[{}], { share: { password: 'sesame' }, reverseShare: { link: reverseShareToken } }],
    ]);
  });

  it('shows the password that it has generated for such a share', async () => {
    const { run, uploadFiles, stderr } = toAnn('ann', { password: 'generate' });
    await run();
    const password = expect.stringMatching(/^(\w{5}-){3}\w{5}$/) as string;
    expect(uploadFiles.mock.calls).toMatchObject([[[{}], { share: { password } }]]);
    expect(stderr()).toMatch(/(\w{5}-){3}\w{5}/);
  });

  it.each(['bob', null])('asks %s for no password of a share for somebody else', async (username) => {
    const { run, uploadFiles, questions } = toAnn(username, { password: 'prompt' }, ['sesame']);
    await run();
    expect(questions).toEqual([]);
    expect(uploadFiles.mock.calls).toMatchObject([[[{}], { share: {} }]]);
  });

  describe('to a reverse share that has a password', () => {
    /** Shares need a password, too, where `isNeeded`. */
    const send = (
      raw: Record<string, unknown>,
      { username = 'ann', isNeeded = false, answers = ['in'] } = {},
    ) => {
      const client = {
        reverseShares: {
          invitation: async () => ({ owner: 'ann', hasPassword: true, hasSimpleForm: false }),
        },
        users: { me: async () => ({ username }) },
        configs: { list: async () => [{ key: 'policies.userPassword', value: String(isNeeded) }] },
      };
      const env = { FILESHARE_TOKEN: 'fsk_1' };
      const server = 'https://inbox.example.org';
      return setUp({ reverseShare: link, ...raw }, { client, answers, env, options: { server } });
    };

    it('carries both passwords', async () => {
      const { run, uploadFiles, questions } = send(
        { sharePassword: 'prompt' },
        { isNeeded: true, answers: ['in', 'sesame', 'sesame'] },
      );
      await run();
      expect(questions).toEqual([
        'Password of the reverse share: ',
        'New password for the share: ',
        'Repeat the password: ',
      ]);
      expect(uploadFiles.mock.calls).toMatchObject([
        [[{}], { share: { password: 'sesame' }, reverseShare: { password: 'in' } }],
      ]);
    });

    it('says which option the password of the share has, before it asks for the other', async () => {
      const { run, questions } = send({ password: 'prompt' }, { isNeeded: true });
      await expect(run()).rejects.toMatchObject({
        cause: { code: 'share_needs_password' },
        hint: { key: 'cli.hints.share_password' },
      });
      expect(questions).toEqual([]);
    });

    it('takes no password for a share for somebody else', async () => {
      const { run } = send({ sharePassword: 'generate' }, { username: 'bob' });
      await expect(run()).rejects.toMatchObject({ text: { key: 'cli.errors.share_password_own' } });
    });
  });

  it('has no second password without a reverse share', async () => {
    await expect(setUp({ sharePassword: 'generate' }).run()).rejects.toMatchObject({
      text: {
        key: 'cli.errors.option_needs',
        params: { option: '--share-password', other: '--reverse-share' },
      },
    });
  });

  it('says that a password is needed where nobody can be asked', async () => {
    await expect(setUp({ reverseShare: link }).run()).rejects.toEqual(
      new AppError('share_password_required'),
    );
  });
});

describe('upload --dry-run', () => {
  const free = { me: async () => ({ username: 'ann' }), myUsage: async () => ({ size: 900, quota: null }) };
  const configOf = (values: Readonly<Record<string, string>>) => ({
    list: async () => Object.entries(values).map(([key, value]) => ({ key, value })),
  });

  it('lists what would be sent, and sends nothing', async () => {
    const { run, uploadFiles, stderr, context } = setUp(
      { dryRun: true },
      { client: { users: free, configs: configOf({}) } },
    );
    const result = await run();
    expect(result).toMatchObject({ files: 1, paths: ['upload.test.ts'], skipped: [], hidden: 0 });
    expect(upload.view?.(result, context)).toEqual(['upload.test.ts']);
    expect(stderr()).toContain('1 file');
    expect(uploadFiles.mock.calls).toEqual([]);
  });
});
