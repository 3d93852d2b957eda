import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aVariable } from '#sdk/testing/config-variable.js';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { testContext } from '../../testing/context.ts';
import { stub } from '../../testing/stub.ts';
import { explain } from './explain.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { set } from './set.ts';
import { unset } from './unset.ts';

const envName = 'FILESHARE_CONFIG_SHARE_MAX_FILES';
const share = [
  aVariable('share.maxSize', { value: '5000000000' }),
  aVariable('share.maxFiles', { value: '50', lockedBy: envName }),
  aVariable('share.maxExpiration', { value: '720' }),
  aVariable('share.idLength'),
];
const texts = [
  aVariable('email.inviteMessage', { value: 'Hello\n\u001b[31m{url}' }),
  aVariable('smtp.password', { isSet: true }),
  aVariable('oauth.oidc-clientSecret'),
];

/** Options of `config set` that nobody has given. */
const none = { stdin: false, yes: false };

const clientOf = (variables: readonly ReturnType<typeof aVariable>[]) => ({
  configs: {
    listCategory: async ({ params }: { params: { category: string } }) =>
      variables.filter(({ key }) => key.startsWith(`${params.category}.`)),
  },
});

describe('config list', () => {
  const options = { changed: false };

  it('prints tabs and raw values into a pipe', async () => {
    const { context } = testContext({ client: clientOf([...share, ...texts]) });
    const result = await list.run(context, { args: [], options });
    expect(list.view?.(result, context)).toEqual([
      'share.maxSize\tset\t5000000000\t',
      `share.maxFiles\tlocked\t50\t${envName}`,
      'share.maxExpiration\tset\t720\t',
      'share.idLength\tdefault\t16\t',
      'email.inviteMessage\tset\tHello\ufffd\ufffd[31m{url}\t',
      'smtp.password\tset\t\t',
      'oauth.oidc-clientSecret\tdefault\t\t',
    ]);
  });

  it('prints a table by category on a terminal', async () => {
    const { context } = testContext({ client: clientOf([...share, ...texts]) });
    context.streams.stdout.isTTY = true;
    const result = await list.run(context, { args: [], options });
    expect(list.view?.(result, context)).toEqual([
      `VARIABLE                 STATE${' '.repeat(envName.length + 5)}  VALUE`,
      `share.maxSize            set${' '.repeat(envName.length + 7)}  5000000000 (5 GB)`,
      `share.maxFiles           locked by ${envName}  50`,
      `share.maxExpiration      set${' '.repeat(envName.length + 7)}  720 (30 days)`,
      `share.idLength           default${' '.repeat(envName.length + 3)}  16`,
      '',
      `email.inviteMessage      set${' '.repeat(envName.length + 7)}  Hello…`,
      '',
      `smtp.password            set${' '.repeat(envName.length + 7)}  set`,
      '',
      `oauth.oidc-clientSecret  default${' '.repeat(envName.length + 3)}  not set`,
    ]);
  });

  it('shows only what is not the default, of one category', async () => {
    const { context } = testContext({ client: clientOf([...share, ...texts]) });
    const { variables } = await list.run(context, { args: ['share'], options: { changed: true } });
    expect(variables).toEqual(share.slice(0, 3));
  });
});

describe('config get', () => {
  const run = (name: string, json = false) => {
    const { context } = testContext({ client: clientOf([...share, ...texts]), options: { json } });
    return { context, running: get.run(context, { args: [name], options: {} }) };
  };

  it.each([
    ['share.maxSize', ['5000000000']],
    ['share.idLength', ['16']],
    ['email.inviteMessage', ['Hello', '\u001b[31m{url}']],
  ])('prints the bare value of %s', async (name, lines) => {
    const { context, running } = run(name);
    expect(get.view?.(await running, context)).toEqual(lines);
  });

  it('lets no value steer a terminal', async () => {
    const { context, running } = run('email.inviteMessage');
    context.streams.stdout.isTTY = true;
    expect(get.view?.(await running, context)).toEqual(['Hello', '\ufffd[31m{url}']);
  });

  it('fails for a secret, and says whether it is set', async () => {
    await expect(run('smtp.password').running).rejects.toMatchObject({
      exit: 'forbidden',
      text: { key: 'cli.errors.config_secret_set' },
    });
    expect(await run('smtp.password', true).running).toMatchObject({
      variable: { isSet: true, value: null },
    });
  });
});

async function fileNamed(name: string): Promise<string> {
  const folder = await makeTempFolder();
  onTestFinished(folder.remove);
  return path.join(folder.path, name);
}

describe('config set', () => {
  it('sets several at once, with sizes and time spans as people write them', async () => {
    const update = stub(() => [share[0], share[2]]);
    const { context, stderr } = testContext({ client: { configs: { update } } });
    const args = ['share.maxSize=5GB', 'share.maxExpiration=30d'];
    const result = await set.run(context, { args, options: none });
    expect(update.mock.calls).toEqual([
      [
        {
          body: [
            { key: 'share.maxSize', value: '5000000000' },
            { key: 'share.maxExpiration', value: '720' },
          ],
        },
      ],
    ]);
    expect(result.variables).toEqual([share[0], share[2]]);
    expect(stderr()).toBe(
      'share.maxSize is now 5000000000 (5 GB).\nshare.maxExpiration is now 720 (30 days).\n',
    );
  });

  describe('that requires two-factor authentication of administrators', () => {
    const on = aVariable('policies.adminTotp', { value: 'true' });
    function start(found: { count: number; includesYou: boolean }, answers?: string[]) {
      const update = stub(() => [on]);
      const users = { adminsWithoutTotp: stub(async () => found) };
      const client = { users, configs: { update } };
      return { update, users, ...testContext({ client, ...(answers && { answers }) }) };
    }
    const input = (value: string, yes = false) => ({
      args: [`policies.adminTotp=${value}`],
      options: { ...none, yes },
    });

    it('says whom it concerns and how to undo it, and saves only after a yes', async () => {
      const { context, update, stderr } = start({ count: 3, includesYou: true }, ['n']);
      await expect(set.run(context, input('true'))).rejects.toMatchObject({
        text: { key: 'cli.errors.not_confirmed' },
      });
      expect(update).not.toHaveBeenCalled();
      expect(stderr()).toContain('3 administrators have no two-factor authentication');
      expect(stderr()).toContain(
        'You are one of them. To set it up first: https://files.example.org/account/security',
      );
      expect(stderr()).toContain('fileshare config set policies.adminTotp false --local --data-dir DIR');
      const confirmed = start({ count: 1, includesYou: false }, ['y']);
      await set.run(confirmed.context, input('true'));
      expect(confirmed.update).toHaveBeenCalledTimes(1);
      expect(confirmed.stderr()).not.toContain('You are one of them');
    });

    it('needs --yes where nobody can answer, and then says the same', async () => {
      const refused = start({ count: 1, includesYou: true });
      await expect(set.run(refused.context, input('true'))).rejects.toMatchObject({
        exit: 'usage',
        text: { key: 'cli.errors.confirmation_needed' },
      });
      expect(refused.update).not.toHaveBeenCalled();
      expect(refused.stderr()).toContain('1 administrator has no two-factor authentication');
      const { context, update, stderr } = start({ count: 1, includesYou: true });
      await set.run(context, input('true', true));
      expect(update).toHaveBeenCalledTimes(1);
      expect(stderr()).toContain('1 administrator has no two-factor authentication');
    });

    it('asks nothing when all of them have it, or when it is turned off', async () => {
      const { context, update, questions } = start({ count: 0, includesYou: false }, []);
      await set.run(context, input('true'));
      const off = start({ count: 2, includesYou: true }, []);
      await set.run(off.context, input('false'));
      expect([update.mock.calls.length, off.update.mock.calls.length]).toEqual([1, 1]);
      expect([questions, off.questions]).toEqual([[], []]);
      expect(off.users.adminsWithoutTotp).not.toHaveBeenCalled();
    });
  });

  it('says what changed along with it', async () => {
    const answer = [aVariable('smtp.host', { value: 'mail.example.org' }), aVariable('smtp.password')];
    const { context, stderr } = testContext({ client: { configs: { update: async () => answer } } });
    await set.run(context, { args: ['smtp.host', 'mail.example.org'], options: none });
    expect(stderr()).toContain('smtp.password was removed');
  });

  it('asks for a secret without showing it, and never says it', async () => {
    const update = stub(() => [aVariable('smtp.password', { isSet: true })]);
    const { context, stderr, questions } = testContext({
      client: { configs: { update } },
      answers: ['hunter2'],
    });
    const result = await set.run(context, { args: ['smtp.password'], options: none });
    expect(questions).toEqual(['Value of smtp.password (not shown): ']);
    expect(update).toHaveBeenCalledWith({ body: [{ key: 'smtp.password', value: 'hunter2' }] });
    expect(stderr() + JSON.stringify(result)).not.toContain('hunter2');
  });

  it('reads a secret from stdin, beside other values', async () => {
    const update = stub(() => []);
    const { context } = testContext({ client: { configs: { update } }, stdin: 'hunter2\n' });
    await set.run(context, { args: ['smtp.port=465', 'smtp.password'], options: { ...none, stdin: true } });
    expect(update).toHaveBeenCalledWith({
      body: [
        { key: 'smtp.port', value: '465' },
        { key: 'smtp.password', value: 'hunter2' },
      ],
    });
  });

  it('reads a long text from a file, but for the last line break', async () => {
    const file = await fileNamed('imprint.md');
    await writeFile(file, '# Imprint\n\n$& Ärger\n\n');
    const update = stub(() => []);
    const { context } = testContext({ client: { configs: { update } } });
    await set.run(context, { args: ['legal.imprintText'], options: { ...none, file } });
    expect(update).toHaveBeenCalledWith({
      body: [{ key: 'legal.imprintText', value: '# Imprint\n\n$& Ärger\n' }],
    });
  });

  it.each([
    [['general.appName'], none, 'config_no_value'],
    [['smtp.password'], none, 'config_no_value'],
    [['general.appName=x'], { ...none, stdin: true }, 'config_one_source'],
    [['general.appName', 'share.maxSize'], { ...none, stdin: true }, 'config_one_source'],
    [['smtp.password'], { ...none, stdin: true }, 'config_nothing_read'],
    [['smtp.password'], { ...none, stdin: true, file: 'x' }, 'options_exclusive'],
    [['smtp.password', 'hunter2'], none, 'config_secret_in_arguments'],
  ])('changes nothing after %j with %j', async (args, options, code) => {
    const update = stub();
    const { context } = testContext({ client: { configs: { update } } });
    await expect(set.run(context, { args, options })).rejects.toMatchObject({
      exit: 'usage',
      text: { key: `cli.errors.${code}` },
    });
    expect(update).not.toHaveBeenCalled();
  });

  it('refuses what is no text', async () => {
    const file = await fileNamed('picture.png');
    await writeFile(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]));
    const { context } = testContext({ client: {} });
    const running = set.run(context, { args: ['general.appName'], options: { ...none, file } });
    await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.config_not_text' } });
  });
});

describe('config set of a picture', () => {
  const picture = 'a picture';
  const start = (uploadLogo: unknown, init: { stdin?: string } = {}) =>
    testContext({ client: { configs: { uploadLogo } }, ...init });

  it.each([
    ['an argument', (file: string) => ({ args: ['general.logo', file], options: none })],
    ['--file', (file: string) => ({ args: ['general.logo'], options: { ...none, file } })],
    ['stdin', () => ({ args: ['general.logo'], options: { ...none, stdin: true } })],
  ])('uploads the bytes of the file that %s names', async (_way, inputFor) => {
    const file = await fileNamed('logo.png');
    await writeFile(file, picture);
    const uploads: Blob[] = [];
    const answer = aVariable('general.logo', { value: '/img/logo.png?v=2' });
    const upload = async ({ file: blob }: { file: Blob }) => {
      uploads.push(blob);
      return answer;
    };
    const { context, stderr } = start(upload, { stdin: picture });
    expect(await set.run(context, inputFor(file))).toEqual({ variables: [answer] });
    expect(stderr()).toBe('general.logo is now /img/logo.png?v=2.\n');
    expect(await Promise.all(uploads.map((blob) => blob.text()))).toEqual([picture]);
    expect(uploads[0]?.type).toBe('image/png');
  });

  it.each([
    [['general.logo', 'general.appName=x'], { ...none, stdin: true }, 'config_picture_alone'],
    [['general.logo=logo.png', 'general.appName=x'], none, 'config_picture_alone'],
    [['general.logo'], none, 'config_no_value'],
  ])('uploads nothing after %j', async (args, options, code) => {
    const upload = stub();
    const running = set.run(start(upload).context, { args, options });
    await expect(running).rejects.toMatchObject({ exit: 'usage', text: { key: `cli.errors.${code}` } });
    expect(upload).not.toHaveBeenCalled();
  });

  it('uploads a background picture with its own limit', async () => {
    const answer = aVariable('general.cover', { value: '/img/cover?v=2' });
    const uploadCover = stub(() => answer);
    const start = (size: number) =>
      testContext({ client: { configs: { uploadCover } }, stdin: 'x'.repeat(size) }).context;
    const input = { args: ['general.cover'], options: { ...none, stdin: true } };
    expect(await set.run(start(3_000_000), input)).toEqual({ variables: [answer] });
    await expect(set.run(start(5_242_881), input)).rejects.toMatchObject({ exit: 'limit' });
    expect(uploadCover).toHaveBeenCalledOnce();
  });

  it('sends no file that is too large', async () => {
    const upload = stub();
    const { context } = start(upload, { stdin: 'x'.repeat(2_000_001) });
    const running = set.run(context, { args: ['general.logo'], options: { ...none, stdin: true } });
    await expect(running).rejects.toMatchObject({ exit: 'limit' });
    expect(upload).not.toHaveBeenCalled();
  });
});

describe('config unset', () => {
  it('gives defaults back, each once', async () => {
    const update = stub(() => [
      aVariable('share.idLength'),
      aVariable('smtp.password'),
      aVariable('smtp.host'),
    ]);
    const { context, stderr } = testContext({ client: { configs: { update } } });
    const args = ['share.idLength', 'smtp.password', 'share.idLength', 'smtp.host'];
    await unset.run(context, { args, options: {} });
    expect(update).toHaveBeenCalledWith({
      body: ['share.idLength', 'smtp.password', 'smtp.host'].map((key) => ({ key, value: '' })),
    });
    expect(stderr()).toBe(
      'share.idLength was reset to its default: 16\nsmtp.password is no longer set.\nsmtp.host is now empty.\n',
    );
  });
});

describe('config explain', () => {
  const explained = async (variable: ReturnType<typeof aVariable>) => {
    const { context, stderr } = testContext({ client: clientOf([variable]) });
    const result = await explain.run(context, { args: [variable.key], options: {} });
    return { result, lines: explain.view?.(result, context), stderr: stderr() };
  };

  it('tells everything about a number', async () => {
    const variable = aVariable('share.chunkSize', { value: '20000000' });
    expect((await explained(variable)).lines).toEqual([
      'share.chunkSize: Chunk size',
      'How much data a browser sends in one request. Set it below the request size limit of any proxy in front of the server.',
      '',
      'Value                 20000000 (20 MB)',
      'State                 set',
      'Default               50000000 (50 MB)',
      'Type                  number of bytes, or a size like 5GB',
      'Limits                1000000 to 5000000000',
      'Readable by           everyone',
      'Environment variable  FILESHARE_CONFIG_SHARE_CHUNK_SIZE',
    ]);
  });

  it('names the placeholders of a text and leaves their braces alone', async () => {
    const { lines } = await explained(aVariable('email.shareRecipientsMessage'));
    expect(lines?.[1]).toContain('{creator} is the person sharing the files');
    expect(lines).toContain('Placeholders          {creator} {shareUrl} {desc} {expires}');
    expect(lines).toContain('Value                 (empty)');
  });

  it('names what a variable needs', async () => {
    const { lines, result } = await explained(aVariable('smtp.enabled'));
    expect(lines).toContain('Requires              smtp.host, smtp.port, smtp.email');
    expect(result).toMatchObject({
      environment: 'FILESHARE_CONFIG_SMTP_ENABLED',
      rules: { type: 'boolean', requires: ['smtp.host', 'smtp.port', 'smtp.email'] },
    });
  });

  it('shows no secret', async () => {
    const { lines } = await explained(aVariable('smtp.password', { isSet: true }));
    expect(lines).toContain('Value                 set');
    expect(lines).toContain('Type                  secret, one line of text');
  });
});
